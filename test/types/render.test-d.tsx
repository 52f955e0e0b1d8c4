import { createRef } from 'react'
import {
  Avatar,
  Badge,
  Bell,
  Feed,
  MarkButton,
  NotificationItem,
  NotificationLink,
  RelativeTime,
} from '../../src/index.ts'
import { makeNotification } from '../../src/testing/index.ts'

/** Only `tsc` checks this file. `@ts-expect-error` marks the lines that must not compile. */

// An element of any kind, or a function that may spread its props on an element.
export const right = {
  bellAsLink: <Bell count={1} open render={<div className="mine" />} />,
  bellByState: <Bell count={1} open render={(props, { open }) => <div {...props} title={open ? 'Close' : 'Open'} />} />,
  avatar: <Avatar actor={undefined} render={(props, state) => <div {...props} title={state.tone ?? state.kind} />} />,
  item: (
    <NotificationItem
      notification={makeNotification(1)}
      render={(props, state) => <li {...props} hidden={!state.unread} />}
    />
  ),
  time: <RelativeTime render={(props) => <time {...props} />} />,
  badge: <Badge count={1} ref={createRef<HTMLSpanElement>()} render={undefined} />,
}

export const wrong = {
  // @ts-expect-error unknown state of a bell
  bell: <Bell count={1} open render={(props, { unread }) => <div {...props} hidden={unread} />} />,
  // @ts-expect-error a badge has no state
  badgeWithState: <Badge count={1} render={(props, { open }: { open: boolean }) => <div {...props} hidden={open} />} />,
  // @ts-expect-error text is no element
  mark: <MarkButton render="Mark" />,
  // @ts-expect-error undefined is no element
  link: <NotificationLink render={() => null} />,
  // @ts-expect-error status has three values
  feed: <Feed notifications={[]} render={(props, { status }) => <div {...props} hidden={status === 'gone'} />} />,
}

'use client'
import { createContext, type ReactNode, useContext } from 'react'
import { SetupError } from '../../client/errors/SetupError.ts'
import type { InboxNotification } from '../../contract/inboxNotification.ts'
import type { TimeFormat } from '../language/relativeTime.ts'
import type { NotificationHandlers } from './handlers.ts'

/** Context of the parts of a NotificationItem. */
export interface Item {
  notification: InboxNotification
  handlers: NotificationHandlers
  /** Prefix of the element ids by which the article refers to its title and text. */
  id: string
  timeFormat: TimeFormat
}

const ItemContext = createContext<Item | undefined>(undefined)

/** Keep the value the same until one of its fields changes. */
export const ItemProvider = ItemContext.Provider

const TabStopContext = createContext(true)

/** Whether Tab reaches the controls of the item. Apart from it, so that a moved focus renders only the controls. */
export const TabStopProvider = TabStopContext.Provider

export const useIsTabStop = (): boolean => useContext(TabStopContext)

/** The nearest item, or undefined outside one. */
export const useItemAround = (): Item | undefined => useContext(ItemContext)

interface GivenItem extends Pick<NotificationHandlers, 'onAction' | 'onOpen'> {
  notification?: InboxNotification | undefined
}

const noItem = () =>
  new SetupError('TIDINGS_213', 'NotificationItem', {
    what: 'this component is not inside a <NotificationItem>.',
    cure:
      process.env.NODE_ENV !== 'production'
        ? 'Render it inside <NotificationItem notification={…}>, or in a renderer of `kinds`.'
        : undefined,
  })

/** @throws SetupError outside a NotificationItem. */
export const useItem = (): Item => {
  const item = useItemAround()
  if (!item) throw noItem()
  return item
}

/**
 * The passed notification and handlers, else those of the nearest item, for parts that also work outside an item.
 * @throws SetupError without a notification.
 */
export const useItemOr = ({
  notification,
  onAction,
  onOpen,
}: GivenItem): Pick<NotificationHandlers, 'onAction' | 'onOpen'> & { notification: InboxNotification } => {
  const around = useItemAround()
  const shown = notification ?? around?.notification
  if (!shown) throw noItem()
  return {
    notification: shown,
    onAction: onAction ?? around?.handlers.onAction,
    onOpen: onOpen ?? around?.handlers.onOpen,
  }
}

/**
 * The notification of the nearest NotificationItem, also inside a renderer of `kinds`.
 * @throws SetupError outside a NotificationItem.
 */
export const useNotification = (): InboxNotification => useItem().notification

/** Renders the content of a row, or of a toast. */
export type RenderItem = (notification: InboxNotification) => ReactNode

/** A component of its own, so that a new function is no new component, which would lose the focus inside it. */
export const RenderedItem = ({ render }: { render: RenderItem }): ReactNode => render(useNotification())

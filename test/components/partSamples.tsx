import { useEffect, type CSSProperties, type ReactElement, type RefCallback } from 'react'
import type { RenderProps } from '../../src/components/base/renderPart.tsx'
import * as tidings from '../../src/index.ts'
import { createTestService } from '../../src/testing/index.ts'
import { makeNotification } from '../../src/testing/makeNotification.ts'
import { makePreferences } from '../../src/testing/makePreferences.ts'

/** Props of every part. */
export interface Common {
  ref?: RefCallback<HTMLElement>
  className?: string
  style?: CSSProperties
  'data-mine'?: string
  render?: ReactElement | ((props: RenderProps, state: object) => ReactElement)
}

/** A part with some of its own props. */
export type Sample = (common: Common) => ReactElement

const nothing = () => {}
const buttons = [
  { type: 'primary', content: 'Accept' },
  { type: 'secondary', content: 'Later' },
]
const unread = makeNotification(1)
const read = makeNotification(2, { read: true, seen: true })
const invitation = (status: 'pending' | 'done') => makeNotification(3, { cta: { action: { status, buttons } } })

const inItem = (notification: tidings.InboxNotification, piece: Sample): Sample =>
  function InItem(common) {
    return (
      <tidings.NotificationItem
        notification={notification}
        onMark={nothing}
        onArchive={nothing}
        onSnooze={nothing}
        onDelete={nothing}
        onAction={nothing}
      >
        {piece(common)}
      </tidings.NotificationItem>
    )
  }

/** Makes a mark fail. */
const FailingMark = () => {
  const { mutate } = tidings.useMarkAs()
  useEffect(() => mutate({ messageId: unread._id, markAs: 'read' }), [mutate])
  return null
}

const failing = createTestService({ notifications: [unread] })
failing.fail('markAs', { status: 503 }, 1000)

const schedule = makePreferences().global.schedule ?? { isEnabled: false }
const unreadable = {
  isEnabled: true,
  weeklySchedule: { monday: { isEnabled: true, hours: [{ start: '9', end: 'late' }] } },
}

/** Every part, in each of its states. */
export const partSamples: Record<string, Sample[]> = {
  Bell: [
    (common) => <tidings.Bell {...common} count={3} open panelId="panel" />,
    (common) => <tidings.Bell {...common} count={null} open={false} />,
  ],
  Badge: [(common) => <tidings.Badge {...common} count={120} />],
  Panel: [
    (common) => (
      <tidings.Panel {...common} open onClose={nothing} anchor={{ current: null }}>
        Inside
      </tidings.Panel>
    ),
    (common) => <tidings.Panel {...common} open onClose={nothing} anchor={{ current: null }} layout="drawer" />,
  ],
  PanelHeader: [
    (common) => (
      <tidings.PanelHeader
        {...common}
        onBack={nothing}
        onMarkAllAsRead={nothing}
        onPreferences={nothing}
        onClose={nothing}
      />
    ),
  ],
  Tabs: [
    (common) => (
      <tidings.Tabs
        {...common}
        id="tabs"
        tabs={[
          { value: 'all', label: 'All' },
          { value: 'unread', label: 'Unread' },
        ]}
        value="all"
        onValueChange={nothing}
      />
    ),
  ],
  TabPanel: [
    (common) => (
      <tidings.TabPanel {...common} tabsId="tabs" value="all">
        Inside
      </tidings.TabPanel>
    ),
  ],
  Feed: (['loading', 'error', 'ready'] as const).map(
    (status) =>
      function FeedIn(common) {
        return <tidings.Feed {...common} notifications={[]} status={status} onRetry={nothing} />
      },
  ),
  NotificationItem: [
    (common) => (
      <tidings.NotificationItem {...common} notification={unread} isNew isArriving position={1} setSize={2} />
    ),
    (common) => <tidings.NotificationItem {...common} notification={read} />,
    (common) => (
      <tidings.NotificationItem {...common} notification={{ ...read, severity: 'high' }} onSnooze={nothing} />
    ),
  ],
  Avatar: [
    inItem(makeNotification(4, { actor: { type: 'user', data: '/ada.png' } }), (common) => (
      <tidings.Avatar {...common} />
    )),
    (common) => <tidings.Avatar {...common} actor={{ type: 'user', data: 'Ada' }} />,
    ...['error', 'warning', 'success', 'info'].map(
      (data): Sample =>
        function Icon(common) {
          return <tidings.Avatar {...common} actor={{ type: 'system_icon', data }} />
        },
    ),
  ],
  NotificationMain: [inItem(unread, (common) => <tidings.NotificationMain {...common} />)],
  NotificationTitle: [inItem(unread, (common) => <tidings.NotificationTitle {...common} />)],
  NotificationLink: [
    inItem(unread, (common) => <tidings.NotificationLink {...common}>There</tidings.NotificationLink>),
  ],
  NotificationText: [inItem(unread, (common) => <tidings.NotificationText {...common} />)],
  CtaButtons: [
    inItem(invitation('pending'), (common) => <tidings.CtaButtons {...common} />),
    (common) => <tidings.CtaButtons {...common} notification={invitation('done')} />,
  ],
  CtaResult: [inItem(invitation('done'), (common) => <tidings.CtaResult {...common} />)],
  NotificationSide: [inItem(unread, (common) => <tidings.NotificationSide {...common} />)],
  RelativeTime: [
    inItem(unread, (common) => <tidings.RelativeTime {...common} />),
    (common) => <tidings.RelativeTime {...common} time="2024-05-01T10:00:00.000Z" />,
  ],
  MarkButton: [unread, read].map((notification) =>
    inItem(notification, (common) => <tidings.MarkButton {...common} />),
  ),
  ArchiveButton: [unread, { ...read, archived: true }].map((notification) =>
    inItem(notification, (common) => <tidings.ArchiveButton {...common} />),
  ),
  SnoozeButton: [unread, { ...read, snoozedUntil: '2026-06-01T07:00:00.000Z' }].map((notification) =>
    inItem(notification, (common) => <tidings.SnoozeButton {...common} />),
  ),
  MoreButton: [inItem(unread, (common) => <tidings.MoreButton {...common} />)],
  ArrivalsPill: [(common) => <tidings.ArrivalsPill {...common} count={3} />],
  FeedDivider: [(common) => <tidings.FeedDivider {...common} />],
  GroupHeading: [(common) => <tidings.GroupHeading {...common} label="Today" onMarkAsRead={nothing} />],
  EmptyState: [(common) => <tidings.EmptyState {...common}>Enjoy</tidings.EmptyState>],
  ErrorState: [(common) => <tidings.ErrorState {...common} message="No luck" onRetry={nothing} />],
  FeedSkeleton: [(common) => <tidings.FeedSkeleton {...common} />],
  Notice: [false, true].map(
    (failed): Sample =>
      function NoticeOf(common) {
        return (
          <tidings.Notice
            {...common}
            text="Done"
            action="Undo"
            onAction={nothing}
            onDismiss={nothing}
            failed={failed}
          />
        )
      },
  ),
  UndoNotice: [
    (common) => <tidings.UndoNotice {...common} count={3} undo={() => Promise.resolve()} onDone={nothing} />,
  ],
  FailedMarksNotice: [
    (common) => (
      <tidings.InboxProvider
        subscriberId="ada"
        baseUrl="/api/inbox"
        fetch={failing.fetch}
        retry={false}
        environment={{ gatherFor: 0, openBroadcast: () => undefined, locks: undefined }}
      >
        <FailingMark />
        <tidings.FailedMarksNotice {...common} />
      </tidings.InboxProvider>
    ),
  ],
  PreferencesView: [
    (common) => <tidings.PreferencesView {...common} status="loading" />,
    (common) => <tidings.PreferencesView {...common} status="error" />,
    (common) => <tidings.PreferencesView {...common} preferences={makePreferences()} critical={['weekly-digest']} />,
  ],
  ChannelList: [
    (common) => <tidings.ChannelList {...common} channels={{ in_app: true, email: false }} onChannelChange={nothing} />,
  ],
  ScheduleView: [
    (common) => <tidings.ScheduleView {...common} schedule={schedule} />,
    (common) => <tidings.ScheduleView {...common} schedule={unreadable} />,
    (common) => <tidings.ScheduleView {...common} schedule={schedule} timeZone="Mars/Olympus" />,
  ],
  ShortcutsHelp: [(common) => <tidings.ShortcutsHelp {...common} onClose={nothing} />],
}

import type { PreferenceChange } from '../components/preferences/PreferencesView.tsx'
import type { MessageButton } from '../contract/cta.ts'
import type { InboxNotification } from '../contract/inboxNotification.ts'
import type { Schedule } from '../contract/preferences.ts'
import type { ScheduleChange } from '../schedule/changeSchedule.ts'

/** For what takes its time: the inbox shows it at work until the promise is done, and failed where it rejects. */
export interface Waiting {
  waitFor: (work: Promise<unknown>) => void
}

/** What `<tidings-inbox>` tells, by the names of its events. All of them bubble, out of shadow roots too. */
export interface TidingsInboxEventMap {
  /** A notification was opened. `preventDefault()` stops its link: a router takes over. */
  'tidings-open': CustomEvent<{ notification: InboxNotification }>
  /** A button of a notification was pressed. */
  'tidings-action': CustomEvent<{ notification: InboxNotification; button: MessageButton; index: number } & Waiting>
  /** The reader switched a channel. */
  'tidings-preference-change': CustomEvent<PreferenceChange & Waiting>
  /** The reader changed the delivery hours: all of them, and what is different. */
  'tidings-schedule-change': CustomEvent<{ schedule: Schedule; change: ScheduleChange } & Waiting>
  /** Something went wrong. */
  'tidings-error': CustomEvent<{ error: Error }>
}

/**
 * Those that only make sense where somebody does something about them, by what `handles` calls them. Listeners that were there
 * before the element's script ran, or stand further up, can't be known of: such a page must say `handles`.
 */
export const handled = {
  action: 'tidings-action',
  'preference-change': 'tidings-preference-change',
  'schedule-change': 'tidings-schedule-change',
} as const satisfies Record<string, keyof TidingsInboxEventMap>

export type Handled = keyof typeof handled

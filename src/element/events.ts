import type { PreferenceChange } from '../components/preferences/PreferencesView.tsx'
import type { MessageButton } from '../contract/cta.ts'
import type { InboxNotification } from '../contract/inboxNotification.ts'
import type { Schedule } from '../contract/preferences.ts'
import type { ScheduleChange } from '../schedule/changeSchedule.ts'

/** A part of the `detail` of events whose handling takes time. */
export interface Waiting {
  /** Makes the inbox wait for a promise. It shows progress until that settles, and an error if it rejects. */
  waitFor: (work: Promise<unknown>) => void
}

/** The events of `<tidings-inbox>` by name. They bubble, and cross the boundaries of shadow roots. */
export interface TidingsInboxEventMap {
  /** A notification was opened. `preventDefault()` stops its link, so that a router can navigate. */
  'tidings-open': CustomEvent<{
    /** Notification that was opened. */
    notification: InboxNotification
  }>
  /** The user opens or closes the panel. `preventDefault()` leaves it as it is. */
  'tidings-open-change': CustomEvent<{
    /** Whether the panel will be open. */
    open: boolean
  }>
  /** A button of a notification was clicked. `waitFor()` or `preventDefault()` stops the link that it otherwise is. */
  'tidings-action': CustomEvent<
    {
      /** Notification of the button. */
      notification: InboxNotification
      /** Button that was clicked. */
      button: MessageButton
      /** Index of the button, from 0. */
      index: number
    } & Waiting
  >
  /** The user enabled or disabled a channel. */
  'tidings-preference-change': CustomEvent<PreferenceChange & Waiting>
  /** The user changed the delivery hours. */
  'tidings-schedule-change': CustomEvent<
    {
      /** Whole schedule, with the change. */
      schedule: Schedule
      /** Changed fields only. */
      change: ScheduleChange
    } & Waiting
  >
  /** An error occurred. */
  'tidings-error': CustomEvent<{
    /** Error, usually a `TidingsError`. */
    error: Error
  }>
}

/** A listener of the components for Vue and Svelte. It gets the event of the element, such as "tidings-open". */
export type InboxListener<Name extends keyof TidingsInboxEventMap> = (event: TidingsInboxEventMap[Name]) => unknown

/**
 * The events whose controls are enabled only if the page handles them, by their names in `handles`. The element can't
 * detect listeners that were added before its script ran, or to an ancestor. Such a page must set `handles`. Without
 * it, a button that is a link offers its click to listeners first.
 */
export type Handled = 'action' | 'preference-change' | 'schedule-change'

'use client'
import { createContext, useContext } from 'react'
import type { InboxNotification } from '../../contract/inboxNotification.ts'
import type { Store } from '../../state/model/createStore.ts'
import type { NotificationHandlers } from './handlers.ts'

/** One choice of when a snoozed notification returns. */
export interface SnoozePreset {
  /** Text of the choice, such as "Tomorrow". The menu adds the time. */
  label: string
  /** When the notification returns. */
  until: Date
}

/**
 * Returns the choices of the snooze menu, in their order.
 * @param now the time by the service's clock.
 * @param timeZone the user's time zone (IANA).
 */
export type SnoozePresets = (now: Date, timeZone: string) => readonly SnoozePreset[]

/** How the snooze menu of a list makes its choices. */
export interface SnoozeOptions {
  /**
   * The choices of the snooze menu, above "Choose date and time…". Default: in 3 hours, tomorrow at 9:00 and on Monday
   * at 9:00.
   */
  snoozePresets?: SnoozePresets | undefined
  /** Time zone of snoozes (IANA), such as "Europe/Berlin". Default: that of the browser. */
  timeZone?: string | undefined
  /** Returns the time that snoozes are computed from, in milliseconds since 1970. Default: the browser's clock. */
  now?: (() => number) | undefined
}

/** The menu of a row, while it is open. */
export interface OpenRowMenu {
  /** "more": everything without a button in the row. "snooze": only the times. */
  kind: 'more' | 'snooze'
  notification: InboxNotification
  handlers: NotificationHandlers
  /** The element that it was opened from, which gets the focus back: a button, or the row for a key. */
  from: HTMLElement
}

/** Opens and closes the one menu of a list. */
export type RowMenuStore = Store<OpenRowMenu | undefined>

interface RowMenuAround {
  menu: RowMenuStore
  timeZone: string | undefined
}

export const RowMenuContext = createContext<RowMenuAround | undefined>(undefined)

/** The menu of the list around, or of the item around outside a list. */
export const useRowMenuAround = (): RowMenuAround | undefined => useContext(RowMenuContext)

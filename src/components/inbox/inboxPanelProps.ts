import type { ReactNode } from 'react'
import type { FeedFilter } from '../../state/model/feedFilter.ts'
import type { InboxFeedProps, InboxHandlers } from './InboxFeed.tsx'
import type { InboxPreferencesProps } from './InboxPreferences.tsx'

/** Notifications that the inbox does not show among the others. */
export type InboxView = 'archived' | 'snoozed'

/** A tab above the list. */
export interface InboxTab {
  /** Text of the tab. */
  title: string
  /** The notifications of the tab: `{}` for all, `{ read: false }`, `{ payload: { kind: 'mention' } }`. */
  filter: FeedFilter
  /** Which notifications of the tab its badge counts. Default: the tab has no badge. */
  count?: 'unread' | 'unseen' | undefined
}

export interface InboxPanelProps
  extends
    InboxHandlers,
    Pick<InboxFeedProps, 'seenWhen' | 'groupBy' | 'kinds' | 'renderItem' | 'snoozePresets'>,
    Pick<InboxPreferencesProps, 'onPreferenceChange' | 'onScheduleChange' | 'groupOf' | 'timeZone'> {
  /** Notifications per request, 1 to 100. Default 20. */
  pageSize?: number | undefined
  /**
   * Tabs above the list. With one or none, no tab shows. "Mark all as read" marks every notification. Default: all, and
   * unread.
   */
  tabs?: readonly InboxTab[] | undefined
  /** Renders below the list, such as a link to a page with all notifications. */
  footer?: ReactNode
  /**
   * Whether users can change their preferences ("edit"), see them ("read"), or have no preferences here ("none").
   * Default "edit".
   */
  preferences?: 'edit' | 'read' | 'none' | undefined
  /** Enables the keyboard shortcuts while the focus is in the panel. "?" lists them. Default true. */
  shortcuts?: boolean
  /**
   * Closes the panel. Called by the "Close" button of a panel that fills the screen, and when the user opens a
   * notification whose link navigates in this browser tab. Without it the panel stays open.
   */
  onClose?: (() => void) | undefined
}

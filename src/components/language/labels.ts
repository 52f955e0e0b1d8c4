import type { Channel } from '../../contract/channel.ts'
import { createCountLabel, type CountLabel } from './countLabel.ts'

/**
 * Every text of the inbox that is not a notification's own. Replace any of them with the `labels` prop, or all with a
 * language: `tidings/languages/de` and others.
 */
export interface InboxLabels {
  /** Name of the bell while nothing is new. */
  bell: string
  /** Name of the bell, with the number on its badge. */
  bellNew: CountLabel
  /** Name of the panel and of the feed. */
  notifications: string
  /** Name of the tabs, for screen readers. */
  filters: string
  /** Tab with every notification. */
  all: string
  /** Tab with the unread ones, and what screen readers hear of an unread row. */
  unread: string
  /** Button of an unread row. */
  markAsRead: string
  /** Button of a read row. */
  markAsUnread: string
  /** Button of the header. */
  markAllAsRead: string
  /** Button from the preferences to the list. */
  back: string
  /** Button of a panel that fills the screen. */
  close: string
  /** Button beside whatever failed. */
  tryAgain: string
  /** Button below a list that goes on. */
  showMore: string
  /** The same button while the next page is on its way. */
  loadingMore: string
  /** Title of a list without notifications. */
  caughtUp: string
  /** Shown when the first page could not be loaded. */
  feedFailed: string
  /** Shown below a failure of the list or the preferences whose cause is a mistake in the site's own set-up. */
  notSetUp: string
  /** Shown below the loaded notifications when the next page could not be loaded. */
  moreFailed: string
  /** Shown above the list when marks did not reach the service. */
  markFailed: CountLabel
  /** The same, where it is one mark, of a notification that is loaded. */
  markReadFailed: (title: string) => string
  /** The same. */
  markUnreadFailed: (title: string) => string
  /** Shown while there is no network. */
  offline: string
  /** Shown for some seconds after "Mark all as read". */
  markedAll: CountLabel
  /** Of the button that takes a mark-all back. */
  undo: string
  /** Announced when that was done. */
  undone: string
  /** Takes a notice away. */
  dismiss: string
  /** The pill that lets in what arrived since. */
  arrivals: CountLabel
  /** Beside the buttons of a call to action while one of them is at work. */
  actionPending: string
  /** Below the buttons when one of them failed. */
  actionFailed: string
  /** Shown for a call to action that was used elsewhere, when its button names no result. */
  actionDone: string
  /** Title of the preferences, and the button to them. */
  preferences: string
  /** Shown when the preferences could not be loaded. */
  preferencesFailed: string
  /** Shown beside a channel that could not be switched. */
  preferenceFailed: string
  /** Title of the channels that hold for every workflow. */
  allWorkflows: string
  /** Shown when a subscriber gets nothing at all, or nothing of one workflow. */
  switchedOff: string
  /** Shown for a workflow that has no channel to choose. */
  noChannels: string
  /** Marks a workflow that its reader may not switch off. */
  alwaysOn: string
  /** State of a channel, for screen readers. */
  on: string
  /** State of a channel, for screen readers. */
  off: string
  /** Name of a channel. */
  channel: (channel: Channel) => string
  /** Title of the weekly schedule. */
  schedule: string
  /** Head of its first column, for screen readers. */
  day: string
  /** Head of its second column, for screen readers. */
  hours: string
  /** A day without delivery. */
  noDelivery: string
  /** A day with delivery from midnight to midnight. */
  allDay: string
  /** A range of hours. */
  range: (start: string, end: string) => string
  /** Names the time zone of the hours, such as "Europe/Berlin". */
  timeZone: (zone: string) => string
  /** There is no schedule, or it covers the week. */
  deliveredAlways: string
  /** A schedule without hours. */
  deliveredNever: string
  /** `when` is a time ("17:30"), or a day and a time ("Tuesday 06:00"). */
  deliveredUntil: (when: string) => string
  /** `when` as above. */
  quietUntil: (when: string) => string
  /** Said instead of when the next delivery is, when some hours can't be read. */
  hoursUnreadable: string
  /** Behind a range that ends on the following day. */
  nextDay: string
  /** Switch of the weekly schedule as a whole. */
  scheduleSwitch: string
  /** Name of the choice of a range's start. `day` is the name of a day. */
  rangeStart: (day: string) => string
  /** Name of the choice of a range's end. */
  rangeEnd: (day: string) => string
  /** Button that adds a range to a day. */
  addRange: (day: string) => string
  /** Button that takes a range away. */
  removeRange: (day: string, range: string) => string
  /** Button that gives a day's hours to the other days that are switched on. */
  copyHours: (day: string) => string
  /** Announced when that was done. */
  hoursCopied: (day: string) => string
  /** A range that ends where it starts: it is not saved. */
  rangeEmpty: string
  /** A range that shares hours with another one of its day. */
  rangeOverlaps: string
  /** Name of the field that searches the workflows, and what it shows while it is empty. */
  searchPreferences: string
  /** How many workflows were found. Shown, and announced. */
  preferencesFound: CountLabel
  /** Button of a group's heading. `group` is its name, such as "Yesterday". */
  markGroupAsRead: (group: string) => string
  /** The line below what is new since the reader last looked. No date: it may stand inside "Today". */
  earlier: string
  /** Title of the sheet that lists the keys, and what the key for it does. */
  shortcuts: string
  /** What a key does, as the sheet says it. */
  nextNotification: string
  /** What a key does. */
  previousNotification: string
  /** What a pair of keys does: Home and End. */
  firstOrLast: string
  /** What a key does. */
  openNotification: string
  /** What a key does. */
  toggleRead: string
  /** Between two keys that are pressed one after the other. */
  keyThen: string
}

/** Texts, and the locale whose dates and numbers go with them. Spread it: `<Inbox {...german} />`. */
export interface InboxLanguage {
  /** BCP 47. */
  locale: string
  /** All texts. */
  labels: InboxLabels
}

const count = createCountLabel<'one' | 'other'>('en')

const englishChannels: Record<Channel, string> = {
  in_app: 'In-app',
  email: 'Email',
  sms: 'SMS',
  chat: 'Chat',
  push: 'Push',
}

/** The default labels. */
export const englishLabels: InboxLabels = {
  bell: 'Notifications',
  bellNew: count({ one: 'Notifications, # new', other: 'Notifications, # new' }),
  notifications: 'Notifications',
  filters: 'Filter',
  all: 'All',
  unread: 'Unread',
  markAsRead: 'Mark as read',
  markAsUnread: 'Mark as unread',
  markAllAsRead: 'Mark all as read',
  back: 'Back',
  close: 'Close',
  tryAgain: 'Try again',
  showMore: 'Show more',
  loadingMore: 'Loading more…',
  caughtUp: "You're all caught up",
  feedFailed: 'Your notifications could not be loaded.',
  notSetUp: "This site's notifications are not set up correctly.",
  moreFailed: 'More notifications could not be loaded.',
  markFailed: count({ one: 'A change could not be saved.', other: '# changes could not be saved.' }),
  markReadFailed: (title) => `Could not mark “${title}” as read.`,
  markUnreadFailed: (title) => `Could not mark “${title}” as unread.`,
  offline: 'Offline. Changes will be sent later.',
  markedAll: count({ one: '# marked as read', other: '# marked as read' }),
  undo: 'Undo',
  undone: 'Undone',
  dismiss: 'Dismiss',
  arrivals: count({ one: '# new notification', other: '# new notifications' }),
  actionPending: 'Working…',
  actionFailed: 'That did not work. Please try again.',
  actionDone: 'Done',
  preferences: 'Preferences',
  preferencesFailed: 'Your preferences could not be loaded.',
  preferenceFailed: 'This could not be saved.',
  allWorkflows: 'All notifications',
  switchedOff: 'Switched off',
  noChannels: 'No channels to choose',
  alwaysOn: 'Always on',
  on: 'on',
  off: 'off',
  channel: (channel) => englishChannels[channel],
  schedule: 'Delivery hours',
  day: 'Day',
  hours: 'Hours',
  noDelivery: 'No delivery',
  allDay: 'All day',
  range: (start, end) => `${start} – ${end}`,
  timeZone: (zone) => `Time zone: ${zone}`,
  deliveredAlways: 'Delivered at any time',
  deliveredNever: 'Never delivered: no hours are chosen',
  deliveredUntil: (when) => `Delivered now, until ${when}`,
  quietUntil: (when) => `Quiet until ${when}`,
  hoursUnreadable: 'Some hours could not be read and are shown as they are.',
  nextDay: '(next day)',
  scheduleSwitch: 'Deliver at these hours only',
  rangeStart: (day) => `${day}, from`,
  rangeEnd: (day) => `${day}, to`,
  addRange: (day) => `Add hours on ${day}`,
  removeRange: (day, range) => `Remove ${day}, ${range}`,
  copyHours: (day) => `Copy the hours of ${day} to the other days`,
  hoursCopied: (day) => `Copied the hours of ${day}`,
  rangeEmpty: 'Start and end are the same. Not saved yet: choose another time.',
  rangeOverlaps: 'These hours overlap.',
  searchPreferences: 'Search notifications',
  preferencesFound: count({ one: '# found', other: '# found' }),
  markGroupAsRead: (group) => `Mark ${group} as read`,
  earlier: 'Seen before',
  shortcuts: 'Keyboard shortcuts',
  nextNotification: 'Next notification',
  previousNotification: 'Previous notification',
  firstOrLast: 'First or last notification',
  openNotification: 'Open',
  toggleRead: 'Mark as read or unread',
  keyThen: 'then',
}

import type { Channel } from '../../contract/channel.ts'
import { type BellLabels, countEnglish, englishBellLabels } from './bellLabels.ts'
import type { CountLabel } from './countLabel.ts'

/**
 * Every text of the inbox, apart from the content of notifications. Replace some with the `labels` prop, or all with a
 * language such as `tidings/languages/de`.
 */
export interface InboxLabels extends BellLabels {
  /** Accessible name of the tabs. Also shown in the list of keyboard shortcuts. */
  filters: string
  /** Tab of all notifications. */
  all: string
  /** Tab of the unread notifications. Screen readers also read it for each unread row. */
  unread: string
  /** Button of an unread row. */
  markAsRead: string
  /** Button of a read row. */
  markAsUnread: string
  /** Button at the end of the list that loads more. */
  showMore: string
  /** The same button while the next feed page loads. */
  loadingMore: string
  /** Shown in a list without notifications. */
  caughtUp: string
  /** Shown in the panel's list of all notifications before the first one comes. */
  nothingYet: string
  /** Button below `nothingYet` that opens the preferences. */
  chooseWhat: string
  /** Shown after `feedFailed` or `preferencesFailed` if the cause is a mistake in the app's setup. */
  notSetUp: string
  /** Shown below the loaded notifications if the next feed page failed to load. */
  moreFailed: string
  /** Shown if marks did not reach the service. The number is that of the marks. */
  markFailed: CountLabel
  /** Shown instead of `markFailed` if one "read" mark failed and its notification is loaded. `title` is its title. */
  markReadFailed: (title: string) => string
  /** The same for one "unread" mark. */
  markUnreadFailed: (title: string) => string
  /** Shown while the browser is offline. */
  offline: string
  /** Shown for 10 seconds after the user marked notifications as read. The number is that of the notifications. */
  markedAll: CountLabel
  /** Shown for 10 seconds after the user marked a notification as unread. */
  markedUnread: string
  /** Follows `markedAll` if `undo` can't restore all of them. The number is that of those that it restores. */
  undoRestores: CountLabel
  /** Button that reverts a mark, or a copy of delivery hours. */
  undo: string
  /** Announced after `undo`. */
  undone: string
  /** Button that closes a notice. */
  dismiss: string
  /** Shown beside the buttons of a call to action while the action runs. */
  actionPending: string
  /** Shown below the buttons of a call to action if the action failed. */
  actionFailed: string
  /** Shown after a call to action was used elsewhere, if its button has no `resultContent`. */
  actionDone: string
  /** Shown beside a channel, or delivery hours, whose change failed to save. */
  preferenceFailed: string
  /** Title of the channels that apply to all workflows. */
  allWorkflows: string
  /** Shown if the subscriber switched off all workflows, or one workflow. */
  switchedOff: string
  /** Shown if a channel is off for all workflows, which mutes it in each of them. */
  offForAll: string
  /** Shown for a workflow without channels. */
  noChannels: string
  /** Shown for workflows that the user can't switch off. */
  alwaysOn: string
  /** State of a channel that is on, for screen readers. */
  on: string
  /** State of a channel that is off, for screen readers. */
  off: string
  /** Name of a channel. */
  channel: (channel: Channel) => string
  /**
   * Shown for a channel that sends only what was not read in the app, and describes its switch. `channel` is its name,
   * and `wait` a duration in the words of `Intl.NumberFormat`, such as "2 hours". Empty: there is no wait.
   */
  onlyIf: (channel: string, is: 'unread' | 'unseen', wait: string) => string
  /** Title of the weekly schedule. */
  schedule: string
  /** Button beside that title that shows all days to edit. */
  edit: string
  /** The same button while all days show. The changes are already saved. */
  doneEditing: string
  /** Shown for a day without delivery. */
  noDelivery: string
  /** Shown for a range from midnight to midnight. */
  allDay: string
  /** A range of hours. `start` and `end` are formatted times, such as "17:30". */
  range: (start: string, end: string) => string
  /** Shown below the hours: only what is sent outside of the inbox waits for them. */
  shownAtAnyTime: string
  /** Shown below the hours. `zone` is a time zone, such as "Europe/Berlin". */
  timeZone: (zone: string) => string
  /** Shown without a schedule, and for one that covers the whole week. */
  deliveredAlways: string
  /** Shown for a schedule without hours. */
  deliveredNever: string
  /** Shown during delivery hours. `when` is their end: a time ("17:30"), or a day and a time ("Tuesday 06:00"). */
  deliveredUntil: (when: string) => string
  /** Shown outside delivery hours. `when` is their next start, in the same format. */
  quietUntil: (when: string) => string
  /** Shown instead of the next delivery if some hours can't be parsed. */
  hoursUnreadable: string
  /** Shown after a range that ends on the next day. */
  nextDay: string
  /** Switch that turns the weekly schedule on and off. */
  scheduleSwitch: string
  /** Accessible name of the field for a range's start. `day` is the name of a day. */
  rangeStart: (day: string) => string
  /** Accessible name of the field for a range's end. */
  rangeEnd: (day: string) => string
  /** Button that adds a range to a day. */
  addRange: (day: string) => string
  /** Button that removes a range from a day. `range` is the range in words, such as "09:00 – 17:30". */
  removeRange: (day: string, range: string) => string
  /** Button that copies a day's hours to the other days that are switched on. */
  copyHours: (day: string) => string
  /** Shown and announced after `copyHours`. */
  hoursCopied: (day: string) => string
  /** Shown for a range whose start and end are the same. It is not saved. */
  rangeEmpty: string
  /** Shown for a range that overlaps another one of its day. */
  rangeOverlaps: string
  /** Accessible name and placeholder of the field that searches the workflows. */
  searchPreferences: string
  /** Number of workflows that the search found. Shown and announced. */
  preferencesFound: CountLabel
  /** Button in a group's heading. `group` is the name of the group, such as "Yesterday". */
  markGroupAsRead: (group: string) => string
  /**
   * Line between the notifications since the last visit and older ones, of which some may be unseen. Use no date, since
   * the line may be inside the group "Today".
   */
  earlier: string
  /** Title of the list of keyboard shortcuts. Also describes the key "?" that opens it. */
  shortcuts: string
  /** Describes the keys j and ↓ in that list. */
  nextNotification: string
  /** Describes the keys k and ↑. */
  previousNotification: string
  /** Describes the keys Home and End. */
  firstOrLast: string
  /** Describes the key Enter. */
  openNotification: string
  /** Describes the key u, and the buttons of rows as their tooltip. */
  toggleRead: string
  /** Button of a row. Also describes the key e. */
  archive: string
  /** The same button of an archived row. */
  moveToInbox: string
  /** Button of a row that opens the choices of times, and the name of these choices. Also describes the key b. */
  snooze: string
  /** Choice of a snoozed row: it returns to the inbox at once. */
  returnNow: string
  /** Last choice of a time: it shows a field for a date and time. */
  chooseTime: string
  /** Accessible name and label of that field. */
  snoozeUntil: string
  /** Button beside that field that closes it. */
  cancel: string
  /** Choice of a row. Also describes the key #. */
  delete: string
  /** Button of a row, and of the header, that opens a menu. */
  moreActions: string
  /** Choice of the header's menu: the notifications that are neither archived nor snoozed. */
  inbox: string
  /** Choice of the header's menu, and title of the archived notifications. */
  archived: string
  /** Choice of the header's menu, and title of the snoozed notifications. */
  snoozed: string
  /** Choice of the header's menu. */
  archiveAllRead: string
  /** Shown in place of the archived notifications if there are none. */
  nothingArchived: string
  /** Shown in place of the snoozed notifications if there are none. */
  nothingSnoozed: string
  /** Time of a snoozed row. `when` is the formatted time of its return, such as "Mon 09:00". */
  until: (when: string) => string
  /** Screen readers read it for each row of high severity. */
  important: string
  /** Shown for 10 seconds after the user archived notifications. The number is that of the notifications. */
  archivedAll: CountLabel
  /** Shown for 10 seconds after the user returned an archived notification to the inbox. */
  movedToInbox: string
  /** Shown for 10 seconds after the user snoozed a notification. `when` is as in `until`. */
  snoozedUntil: (when: string) => string
  /** Shown for 10 seconds after the user returned a snoozed notification to the inbox. */
  returnedToInbox: string
  /** Shown for 10 seconds after the user deleted a notification. */
  deleted: string
  /** Announced for one notification. `what` is one of the five texts above, and `title` its title. */
  triaged: (what: string, title: string) => string
  /** Follows `triaged` if the shortcuts are enabled. `key` is the name of a key, such as "z". */
  undoWithKey: (key: string) => string
  /** Shown if a notification could not be archived. `title` is its title. */
  archiveFailed: (title: string) => string
  /** The same for one that the user returned from the archive. */
  unarchiveFailed: (title: string) => string
  /** The same for one that the user snoozed. */
  snoozeFailed: (title: string) => string
  /** The same for one that the user returned before its time. */
  unsnoozeFailed: (title: string) => string
  /** The same for one that the user deleted. */
  deleteFailed: (title: string) => string
  /** Shown between two keys that are pressed one after the other: "g then p". */
  keyThen: string
}

/** Labels, and the locale for their dates and numbers. Spread it: `<Inbox {...german} />`. */
export interface InboxLanguage {
  /** Locale of dates and numbers (BCP 47), such as "de". */
  locale: string
  /** All labels, in this language. */
  labels: InboxLabels
}

const englishChannels: Record<Channel, string> = {
  in_app: 'In-app',
  email: 'Email',
  sms: 'SMS',
  chat: 'Chat',
  push: 'Push',
}

/** The default labels. */
export const englishLabels: InboxLabels = {
  ...englishBellLabels,
  filters: 'Filter',
  all: 'All',
  unread: 'Unread',
  markAsRead: 'Mark as read',
  markAsUnread: 'Mark as unread',
  showMore: 'Show more',
  loadingMore: 'Loading more…',
  caughtUp: "You're all caught up",
  nothingYet: 'No notifications yet',
  chooseWhat: 'Choose notifications',
  notSetUp: "This site's notifications are not set up correctly.",
  moreFailed: 'More notifications could not be loaded.',
  markFailed: countEnglish({ one: 'A change could not be saved.', other: '# changes could not be saved.' }),
  markReadFailed: (title) => `Could not mark “${title}” as read.`,
  markUnreadFailed: (title) => `Could not mark “${title}” as unread.`,
  offline: 'Offline. Changes will be sent later.',
  markedAll: countEnglish({ one: 'Marked as read', other: '# marked as read' }),
  markedUnread: 'Marked as unread',
  undoRestores: (_, restored) => `(undo restores ${restored})`,
  undo: 'Undo',
  undone: 'Undone',
  dismiss: 'Dismiss',
  actionPending: 'Working…',
  actionFailed: 'That did not work. Try again.',
  actionDone: 'Done',
  preferenceFailed: 'This could not be saved.',
  allWorkflows: 'All notifications',
  switchedOff: 'Switched off',
  offForAll: 'Off here means off everywhere',
  noChannels: 'No channels to choose',
  alwaysOn: 'Always on',
  on: 'on',
  off: 'off',
  channel: (channel) => englishChannels[channel],
  onlyIf: (channel, is, wait) => `${channel}: if ${is}${wait && ` after ${wait}`}`,
  schedule: 'Delivery hours',
  edit: 'Edit',
  doneEditing: 'Done',
  noDelivery: 'No delivery',
  allDay: 'All day',
  range: (start, end) => `${start} – ${end}`,
  shownAtAnyTime: 'Notifications show here at any time.',
  timeZone: (zone) => `Time zone: ${zone}`,
  deliveredAlways: 'Delivered at any time',
  deliveredNever: 'Never delivered: no hours chosen',
  deliveredUntil: (when) => `Delivered now, until ${when}`,
  quietUntil: (when) => `Quiet until ${when}`,
  hoursUnreadable: 'Unreadable hours stay unchanged.',
  nextDay: '(next day)',
  scheduleSwitch: 'Deliver only at these hours',
  rangeStart: (day) => `${day}, from`,
  rangeEnd: (day) => `${day}, to`,
  addRange: (day) => `Add hours on ${day}`,
  removeRange: (day, range) => `Remove ${day}, ${range}`,
  copyHours: (day) => `Copy the hours of ${day} to the other days`,
  hoursCopied: (day) => `Copied the hours of ${day}`,
  rangeEmpty: 'Not saved: start and end are the same.',
  rangeOverlaps: 'These hours overlap.',
  searchPreferences: 'Search notifications',
  preferencesFound: countEnglish({ one: '# found', other: '# found' }),
  markGroupAsRead: (group) => `Mark ${group} as read`,
  earlier: 'Earlier',
  shortcuts: 'Keyboard shortcuts',
  nextNotification: 'Next notification',
  previousNotification: 'Previous notification',
  firstOrLast: 'First or last notification',
  openNotification: 'Open',
  toggleRead: 'Mark as read or unread',
  archive: 'Archive',
  moveToInbox: 'Move to inbox',
  snooze: 'Snooze',
  returnNow: 'Return now',
  chooseTime: 'Choose date and time…',
  snoozeUntil: 'Snooze until',
  cancel: 'Cancel',
  delete: 'Delete',
  moreActions: 'More',
  inbox: 'Inbox',
  archived: 'Archived',
  snoozed: 'Snoozed',
  archiveAllRead: 'Archive all read',
  nothingArchived: 'Nothing archived',
  nothingSnoozed: 'Nothing snoozed',
  until: (when) => `Until ${when}`,
  important: 'Important',
  archivedAll: countEnglish({ one: 'Archived', other: '# archived' }),
  movedToInbox: 'Moved to inbox',
  snoozedUntil: (when) => `Snoozed until ${when}`,
  returnedToInbox: 'Returned to inbox',
  deleted: 'Deleted',
  triaged: (what, title) => `${what}: ${title}.`,
  undoWithKey: (key) => `Undo with ${key}.`,
  archiveFailed: (title) => `Could not archive “${title}”.`,
  unarchiveFailed: (title) => `Could not move “${title}” to the inbox.`,
  snoozeFailed: (title) => `Could not snooze “${title}”.`,
  unsnoozeFailed: (title) => `Could not return “${title}” to the inbox.`,
  deleteFailed: (title) => `Could not delete “${title}”.`,
  keyThen: 'then',
}

import { createCountLabel, type CountLabel } from './countLabel.ts'

/** The labels of the bell and of the frame of its panel, which a browser page loads with the bell. */
export interface BellLabels {
  /** Not shown: the language of these labels (BCP 47), such as "de". It is the default of `locale`. */
  lang: string
  /** Accessible name of the bell without new notifications. */
  bell: string
  /** Accessible name of the bell with new notifications. Contains the number on the badge. */
  bellNew: CountLabel
  /** Title of the panel. Accessible name of the panel and the feed. */
  notifications: string
  /** Button in the header that marks all notifications as read. */
  markAllAsRead: string
  /** Title of the preferences, and the button that opens them. */
  preferences: string
  /** Button from the preferences back to the list. */
  back: string
  /** Button that closes a panel that fills the screen, or the list of keyboard shortcuts. */
  close: string
  /** Button beside an error. */
  tryAgain: string
  /** Shown if the first feed page failed to load. */
  feedFailed: string
  /** Shown if the preferences failed to load. */
  preferencesFailed: string
  /** Pill that shows the arrivals above the list. Also announced. The number is that of the arrivals. */
  arrivals: CountLabel
}

export const countEnglish = createCountLabel('en')

export const englishBellLabels: BellLabels = {
  lang: 'en',
  bell: 'Notifications',
  bellNew: countEnglish({ one: 'Notifications, # new', other: 'Notifications, # new' }),
  notifications: 'Notifications',
  markAllAsRead: 'Mark all as read',
  preferences: 'Preferences',
  back: 'Back',
  close: 'Close',
  tryAgain: 'Try again',
  feedFailed: 'Your notifications could not be loaded.',
  preferencesFailed: 'Your preferences could not be loaded.',
  arrivals: countEnglish({ one: '# new notification', other: '# new notifications' }),
}

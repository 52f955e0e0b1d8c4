import { createCountLabel, type CountLabel } from './countLabel.ts'

/** The labels that a browser page with a closed panel shows or announces. */
export interface BellLabels {
  /** Accessible name of the bell without new notifications. */
  bell: string
  /** Accessible name of the bell with new notifications. Contains the number on the badge. */
  bellNew: CountLabel
  /** Title of the panel. Accessible name of the panel and the feed. */
  notifications: string
  /** Button that closes a panel that fills the screen, or the list of keyboard shortcuts. */
  close: string
  /** Button beside an error. */
  tryAgain: string
  /** Shown if the first feed page failed to load. */
  feedFailed: string
  /** Pill that shows the arrivals above the list. Also announced. The number is that of the arrivals. */
  arrivals: CountLabel
}

export const countEnglish = createCountLabel<'one' | 'other'>('en')

export const englishBellLabels: BellLabels = {
  bell: 'Notifications',
  bellNew: countEnglish({ one: 'Notifications, # new', other: 'Notifications, # new' }),
  notifications: 'Notifications',
  close: 'Close',
  tryAgain: 'Try again',
  feedFailed: 'Your notifications could not be loaded.',
  arrivals: countEnglish({ one: '# new notification', other: '# new notifications' }),
}

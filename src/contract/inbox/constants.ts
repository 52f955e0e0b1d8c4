/** The bounds of the feed's `limit`. */
export const feedLimit = {
  /** Notifications per page if a request has no `limit`. */
  default: 10,
  /** Largest allowed `limit`. */
  max: 100,
} as const

/** The most ids that a mark-all returns. */
export const maxReturnedIds = 1_000

/** The four marks. */
export const markVerbs = ['read', 'seen', 'unread', 'unseen'] as const

/** The workflows that a request for preferences selects. */
export const criticalities = ['critical', 'nonCritical', 'all'] as const

/** How urgent the notifications of a workflow are. */
export const severities = ['high', 'medium', 'low', 'none'] as const

/** The types of a button. */
export const buttonTypes = ['primary', 'secondary'] as const

/** What `batchNotifications` can do. */
export const triageActions = ['archive', 'unarchive', 'snooze', 'unsnooze', 'delete'] as const

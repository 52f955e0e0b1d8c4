/** The channels of a notification (docs/interface.md, part 1). */
export const channels = ['in_app', 'email', 'sms', 'chat', 'push'] as const
export type Channel = (typeof channels)[number]

/** Status of a message and of a feed item (2.4, 2.6). */
export const messageStatuses = ['sent', 'error', 'warning'] as const
export type MessageStatus = (typeof messageStatuses)[number]

/** The channels that a service delivers over. */
export const channels = ['in_app', 'email', 'sms', 'chat', 'push'] as const
export type Channel = (typeof channels)[number]

/** The delivery status of a notification or a message. */
export const messageStatuses = ['sent', 'error', 'warning'] as const
export type MessageStatus = (typeof messageStatuses)[number]

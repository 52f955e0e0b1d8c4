/** The path of the inbox proxy on the app's server. */
export const inboxUrl = '/api/inbox'

/** A short interval, because visitors watch the demo. Keep the default of 30 seconds in your app. */
export const pollInterval = 1_000

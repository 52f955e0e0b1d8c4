/** The path of the inbox proxy on the app's server. */
export const inboxUrl = '/api/inbox'

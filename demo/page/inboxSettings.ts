/** Where this site's server serves the inbox of whoever is signed in. */
export const inboxUrl = '/api/inbox'

/** A demo is watched while things happen. A page of yours keeps the default, half a minute. */
export const pollInterval = 1_000

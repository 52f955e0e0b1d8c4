/** Replaces `Activity` in the standalone element, since Preact has none. See vite.standalone.config.ts. */
export const Activity = undefined

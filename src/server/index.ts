export { prefetchInbox, type PrefetchInboxOptions } from './prefetchInbox.ts'
export type { InboxSnapshot } from '../state/persistence/inboxSnapshot.ts'

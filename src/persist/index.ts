export { clearInbox, persistInbox } from '../state/persistence/persistence.ts'
export type { InboxPersister } from '../state/persistence/persistence.ts'
export type { InboxStorage } from '../state/persistence/inboxStorage.ts'

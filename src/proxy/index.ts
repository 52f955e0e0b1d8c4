export { createInboxProxy, type InboxProxy } from './createInboxProxy.ts'
export type { InboxProxyErrorContext, InboxProxyOptions } from './inboxProxyOptions.ts'

export { createInboxProxy, type InboxProxy } from './createInboxProxy.ts'
export type {
  Authenticate,
  AuthenticateContext,
  InboxProxyErrorContext,
  InboxProxyOptions,
  InboxProxyServing,
} from './inboxProxyOptions.ts'
export type { LiveOptions, StreamEnvironment } from './live/liveOptions.ts'
export type { SigningSecret } from './signingKeys.ts'
export { signSubscriber, type SignSubscriberOptions } from './signSubscriber.ts'

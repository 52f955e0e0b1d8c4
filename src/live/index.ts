export { createLiveHub, type LiveHubOptions } from './createLiveHub.ts'
export type { LiveEnvironment } from './liveEnvironment.ts'
export type { Hint, LiveBus, LiveHub } from './liveHub.ts'

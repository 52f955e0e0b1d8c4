export { createTestService, type TestService, type TestServiceOptions } from './createTestService.ts'
export type { ErrorFault, Fault, Faults, SlowFault } from './faults.ts'
export { inboxProps } from './inboxProps.ts'
export {
  makeBulkSubscribersResult,
  makeChannelSettings,
  makeSubscriber,
  makeSubscriberEntry,
} from './makeSubscriber.ts'
export { makeCta, makeFeedPage, makeNotification, makeNotifications, testEpoch } from './makeNotification.ts'
export { makeIntegration } from './makeIntegration.ts'
export { makeMessage } from './makeMessage.ts'
export { makePreferences, makeSchedule, makeWorkflowPreference } from './makePreferences.ts'
export { makeTriggerEvent, makeTriggerResult } from './makeTriggerEvent.ts'
export { makeWorkflow } from './makeWorkflow.ts'
export type { StreamRequest, TestLive } from './liveStreams.ts'
export type { ReceivedRequest } from './receivedRequest.ts'

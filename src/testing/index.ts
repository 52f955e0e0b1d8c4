export { createTestService, type ReceivedRequest, type TestService, type TestServiceOptions } from './createTestService.ts'
export type { Fault, Faults } from './faults.ts'
export { makeNotification, makeNotifications, testEpoch } from './makeNotification.ts'
export { makePreferences } from './makePreferences.ts'

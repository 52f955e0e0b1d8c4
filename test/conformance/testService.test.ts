import {
  createTestService,
  makeNotification,
  makePreferences,
  makeWorkflowPreference,
  testEpoch,
} from '../../src/testing/index.ts'
import { describeInbox } from './inboxConformance.ts'

const identifiers = ['activity', 'billing', 'plain', 'mail', 'alert']

describeInbox('the in-memory service of tidings/testing', async ({ messages, behavior, now }) => {
  const service = createTestService({
    now,
    likeProduction: behavior === 'production',
    triage: true,
    criticalWorkflows: ['alert'],
    preferences: makePreferences({
      global: { enabled: true, channels: { in_app: true, email: true } },
      workflows: identifiers.map((name) =>
        makeWorkflowPreference(name, { channels: name === 'mail' ? { email: true } : { in_app: true } }),
      ),
      timeZone: null,
    }),
    notifications: messages.map(({ text, feed = null, payload, isMail, minute }, place) =>
      makeNotification(place, {
        content: text,
        _feedId: feed,
        channel: isMail ? 'email' : 'in_app',
        payload: { ...payload, text },
        createdAt: new Date(testEpoch + (minute ?? place) * 60_000).toISOString(),
      }),
    ),
  })
  return service.fetch
})

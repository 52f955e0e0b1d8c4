import type { Preferences } from '../contract/preferences.ts'
import { makeSchedule } from './makeSchedule.ts'
import { makeWorkflowPreference } from './makeWorkflowPreference.ts'

/**
 * Makes complete preferences (4.5) for tests and stories: e-mail off, two workflows, working hours.
 * @param fields what shall differ.
 */
export const makePreferences = (fields: Partial<Preferences> = {}): Preferences => ({
  global: {
    enabled: true,
    channels: { in_app: true, email: false, push: true },
    schedule: makeSchedule(),
  },
  workflows: [
    makeWorkflowPreference('comment-added', {
      channels: { in_app: true, email: false },
      overrides: [{ channel: 'email', source: 'subscriber' }],
    }),
    makeWorkflowPreference('weekly-digest'),
  ],
  ...fields,
})

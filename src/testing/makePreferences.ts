import type { Preferences } from '../contract/preferences.ts'

const workdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const

/**
 * Makes complete preferences (4.5) for tests and stories: e-mail off, two workflows, working hours.
 * @param fields what shall differ.
 */
export const makePreferences = (fields: Partial<Preferences> = {}): Preferences => ({
  global: {
    enabled: true,
    channels: { in_app: true, email: false, push: true },
    schedule: {
      isEnabled: true,
      weeklySchedule: Object.fromEntries(
        workdays.map((day) => [day, { isEnabled: true, hours: [{ start: '09:00 AM', end: '05:30 PM' }] }]),
      ),
    },
  },
  workflows: [
    {
      enabled: true,
      channels: { in_app: true, email: false },
      overrides: [{ channel: 'email', source: 'subscriber' }],
      workflow: { slug: 'comment-added', identifier: 'comment-added', name: 'Comment added' },
    },
    {
      enabled: true,
      channels: { in_app: true },
      overrides: [],
      workflow: { slug: 'weekly-digest', identifier: 'weekly-digest', name: 'Weekly digest' },
    },
  ],
  ...fields,
})

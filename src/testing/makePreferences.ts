import type { Preferences, Schedule, WorkflowPreference } from '../contract/preferences.ts'

const workdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const

/**
 * A schedule: Monday to Friday from 9 AM to 5:30 PM.
 * @param fields overrides.
 */
export const makeSchedule = (fields: Partial<Schedule> = {}): Schedule => ({
  isEnabled: true,
  weeklySchedule: Object.fromEntries(
    workdays.map((day) => [day, { isEnabled: true, hours: [{ start: '09:00 AM', end: '05:30 PM' }] }]),
  ),
  ...fields,
})

/** Display name of an identifier: "comment-added" becomes "Comment added". */
const nameOf = (identifier: string) => {
  const words = identifier.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/**
 * The preference of one workflow: enabled, with the in-app channel only.
 * @param identifier the workflow's identifier. Its name is derived from it: "comment-added" is "Comment added".
 * @param fields overrides.
 */
export const makeWorkflowPreference = (
  identifier: string,
  fields: Partial<WorkflowPreference> = {},
): WorkflowPreference => ({
  enabled: true,
  channels: { in_app: true },
  overrides: [],
  workflow: { slug: identifier, identifier, name: nameOf(identifier) },
  ...fields,
})

/**
 * Complete preferences for tests and stories: email disabled, two workflows, and a schedule with working hours.
 * @param fields overrides.
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

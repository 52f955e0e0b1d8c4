import type { Preferences, Schedule, WorkflowPreference } from '../contract/preferences.ts'

const workdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const

/**
 * Makes a schedule (2.9): Monday to Friday from 9 AM to 5:30 PM.
 * @param fields what shall differ.
 */
export const makeSchedule = (fields: Partial<Schedule> = {}): Schedule => ({
  isEnabled: true,
  weeklySchedule: Object.fromEntries(
    workdays.map((day) => [day, { isEnabled: true, hours: [{ start: '09:00 AM', end: '05:30 PM' }] }]),
  ),
  ...fields,
})

/** "comment-added" is "Comment added" to its readers. */
const nameOf = (identifier: string) => {
  const words = identifier.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/**
 * Makes what a subscriber chose for one workflow (2.9): everything on, by in-app alone.
 * @param identifier of the workflow, of which its name is made.
 * @param fields what shall differ.
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

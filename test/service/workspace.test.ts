import { expect, test } from 'vitest'
import { defaultWorkspace, parseWorkspace, WorkspaceError } from '../../src/service/index.ts'
import { workspace } from './support/workspace.ts'

const least = { organizationId: 'org', environmentId: 'env' }
const issuesOf = (json: unknown) => {
  try {
    parseWorkspace(json)
  } catch (error) {
    if (error instanceof WorkspaceError) return error
    throw error
  }
  throw new Error('The workspace was taken.')
}

test('defaults are filled in, and what was filled in is taken as it is', () => {
  const parsed = parseWorkspace({
    ...least,
    integrations: [{ name: 'A', identifier: 'a', providerId: 'novu', channel: 'in_app' }],
    workflows: [{ identifier: 'w', name: 'W', steps: [{ channel: 'email', content: '' }] }],
    subscribers: [{ subscriberId: 's', preferences: { global: {}, workflows: { w: {} } } }],
  })

  expect(parsed).toEqual({
    ...least,
    tenants: [],
    integrations: [
      {
        name: 'A',
        identifier: 'a',
        providerId: 'novu',
        channel: 'in_app',
        credentials: {},
        active: true,
        primary: false,
      },
    ],
    workflows: [
      {
        identifier: 'w',
        name: 'W',
        description: '',
        active: true,
        critical: false,
        tags: [],
        steps: [{ channel: 'email', content: '', active: true }],
      },
    ],
    subscribers: [
      {
        subscriberId: 's',
        preferences: {
          global: { enabled: true, channels: {} },
          workflows: { w: { enabled: true, channels: {} } },
        },
      },
    ],
  })
  expect(parseWorkspace(parsed)).toEqual(parsed)
  expect(parseWorkspace(JSON.stringify(least))).toEqual(parseWorkspace(least))
})

test('the built-in one and that of the tests are usable', () => {
  expect(() => parseWorkspace(defaultWorkspace)).not.toThrow()
  expect(() => parseWorkspace(workspace('env'))).not.toThrow()
})

test.each<[string, unknown, string]>([
  ['nothing', {}, 'organizationId'],
  ['no organization', { environmentId: 'e' }, 'organizationId'],
  ['an empty environment', { ...least, environmentId: '' }, 'environmentId'],
  ['an unknown field', { ...least, workflow: [] }, 'workflow'],
  ['tenants that are no texts', { ...least, tenants: [1] }, 'tenants[0]'],
  [
    'a channel that is none',
    { ...least, workflows: [{ identifier: 'w', name: 'W', steps: [{ channel: 'fax', content: '' }] }] },
    'workflows[0].steps[0].channel',
  ],
  [
    'a step without content',
    { ...least, workflows: [{ identifier: 'w', name: 'W', steps: [{ channel: 'sms' }] }] },
    'workflows[0].steps[0].content',
  ],
  [
    'a button without text',
    {
      ...least,
      workflows: [
        {
          identifier: 'w',
          name: 'W',
          steps: [{ channel: 'in_app', content: '', cta: { action: { buttons: [{ type: 'primary' }] } } }],
        },
      ],
    },
    'workflows[0].steps[0].cta.action.buttons[0].content',
  ],
  [
    'an hour of a 24-hour clock',
    {
      ...least,
      subscribers: [
        {
          subscriberId: 's',
          preferences: {
            global: {
              schedule: {
                isEnabled: true,
                weeklySchedule: { monday: { isEnabled: true, hours: [{ start: '17:00', end: '05:30 PM' }] } },
              },
            },
          },
        },
      ],
    },
    'subscribers[0].preferences.global.schedule.weeklySchedule.monday.hours[0].start',
  ],
  [
    'a choice for a channel that is none',
    { ...least, subscribers: [{ subscriberId: 's', preferences: { global: { channels: { fax: true } } } }] },
    'subscribers[0].preferences.global.channels',
  ],
  [
    'a choice for an unknown workflow',
    { ...least, subscribers: [{ subscriberId: 's', preferences: { workflows: { w: {} } } }] },
    'subscribers[0].preferences.workflows',
  ],
  [
    'a workflow twice',
    {
      ...least,
      workflows: [
        { identifier: 'w', name: 'A' },
        { identifier: 'w', name: 'B' },
      ],
    },
    'workflows[1].identifier',
  ],
  [
    'a subscriber twice',
    { ...least, subscribers: [{ subscriberId: 's' }, { subscriberId: 's' }] },
    'subscribers[1].subscriberId',
  ],
  [
    'an integration twice',
    {
      ...least,
      integrations: ['A', 'B'].map((name) => ({
        name,
        identifier: 'i',
        providerId: 'novu',
        channel: 'in_app',
      })),
    },
    'integrations[1].identifier',
  ],
  [
    'text that no database holds',
    { ...least, workflows: [{ identifier: 'w', name: 'a\0b' }] },
    'workflows[0].name',
  ],
  [
    'an id that no index holds',
    { ...least, subscribers: [{ subscriberId: 's'.repeat(513) }] },
    'subscribers[0].subscriberId',
  ],
])('%s is refused, by the field that is wrong', (_, json, field) => {
  const error = issuesOf(json)

  expect(
    error.issues
      .map((issue) => issue.field)
      .some((found) => found === field || found.startsWith(`${field}.`)),
  ).toBe(true)
  expect(error.message).toContain(field)
})

test.each([['no JSON'], [''], ['[]'], ['null'], [undefined], [5]])('%j is refused', (json) => {
  expect(() => parseWorkspace(json)).toThrow(WorkspaceError)
})

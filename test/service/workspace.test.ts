import { expect, test } from 'vitest'
import { defaultWorkspace, parseWorkspace, WorkspaceError } from '../../src/service/index.ts'
import { badWorkspaces, least } from './support/badWorkspaces.ts'
import { workspace } from './support/workspace.ts'

const issuesOf = (json: unknown) => {
  try {
    parseWorkspace(json)
  } catch (error) {
    if (error instanceof WorkspaceError) return error
    throw error
  }
  throw new Error('The workspace was accepted.')
}

test('fills in defaults, and accepts the result unchanged', () => {
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
        severity: 'none',
        tags: [],
        steps: [{ channel: 'email', content: '', active: true, filters: [], variants: [], shouldStopOnFail: false }],
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

test('accepts the built-in workspace and that of the tests', () => {
  expect(() => parseWorkspace(defaultWorkspace)).not.toThrow()
  expect(() => parseWorkspace(workspace('env'))).not.toThrow()
})

test.each(badWorkspaces)('rejects $name, and names the field', ({ json, field }) => {
  const error = issuesOf(json)

  expect(
    error.issues.map((issue) => issue.field).some((found) => found === field || found.startsWith(`${field}.`)),
  ).toBe(true)
  expect(error.message).toContain(field)
})

test.each([['no JSON'], [''], ['[]'], ['null'], [undefined], [5]])('rejects %j', (json) => {
  expect(() => parseWorkspace(json)).toThrow(WorkspaceError)
})

test('names the path and the allowed values in the error', () => {
  const integration = { name: 'A', identifier: 'i', providerId: 'novu', channel: 'in_app' }
  const conditions = [
    { isNegated: false, type: 'GROUP', value: 'XOR', children: [{ field: 'plan', value: 'pro', on: 'payload' }] },
  ]
  const { message } = issuesOf({ ...least, integrations: [{ ...integration, conditions }] })

  expect(message).toContain('integrations[0].conditions[0].value must be "AND" or "OR"')
  expect(message).toContain('integrations[0].conditions[0].children[0].operator is missing: it must be "LARGER", ')
  expect(message).toMatch(/See \S+TIDINGS_503/)
})

import { describe, expect, it } from 'vitest'
import { inboxOperations, isWrite, operationPath, operations } from '../../src/contract/index.ts'
import * as fc from '../setup/fastCheck.ts'

describe('operations', () => {
  it('match the eight operations of docs/interface.md', () => {
    const lines = Object.entries(operations).map(
      ([name, { method, path, status }]) =>
        `${name} ${method} ${path} ${status} ${name in inboxOperations ? 'inbox' : 'server'}`,
    )
    expect(lines).toEqual([
      'appendCredentials PATCH /v1/subscribers/{subscriberId}/credentials 200 server',
      'getFeed GET /v1/subscribers/{subscriberId}/notifications/feed 200 inbox',
      'getActiveIntegrations GET /v1/integrations/active 200 server',
      'bulkSubscribers POST /v1/subscribers/bulk 201 server',
      'getPreferences GET /v2/subscribers/{subscriberId}/preferences 200 inbox',
      'markAs POST /v1/subscribers/{subscriberId}/messages/mark-as 201 inbox',
      'markAll POST /v1/subscribers/{subscriberId}/messages/mark-all 201 inbox',
      'bulkTrigger POST /v1/events/trigger/bulk 201 server',
    ])
  })

  it('limit the lists of the two bulk operations', () => {
    expect(operations.bulkSubscribers.limit).toEqual({ field: 'subscribers', max: 500 })
    expect(operations.bulkTrigger.limit).toEqual({ field: 'events', max: 100 })
  })

  it('are writes if their method is POST or PATCH', () => {
    const writes = Object.entries(operations).filter(([, operation]) => isWrite(operation))
    expect(writes.map(([name]) => name)).toEqual([
      'appendCredentials',
      'bulkSubscribers',
      'markAs',
      'markAll',
      'bulkTrigger',
    ])
  })
})

describe('operationPath', () => {
  const feed = operations.getFeed

  it.each([
    ['pia', 'pia'],
    ['a/b', 'a%2Fb'],
    ['a b+c', 'a%20b%2Bc'],
    ['100%', '100%25'],
    ['%2F', '%252F'],
    ['?x#y', '%3Fx%23y'],
    ['søren@example.com', 's%C3%B8ren%40example.com'],
    ['😀', '%F0%9F%98%80'],
    ['$&', '%24%26'],
    ['...', '...'],
  ])('encodes %j', (id, encoded) => {
    expect(operationPath(feed, id)).toBe(`/v1/subscribers/${encoded}/notifications/feed`)
  })

  it.each(['', '.', '..', '\ud800', 'a\udc00b', undefined])('rejects %j, which no URL can contain', (id) => {
    expect(() => operationPath(feed, id)).toThrow(TypeError)
  })

  it('needs no subscriber for a path without one', () => {
    expect(operationPath(operations.bulkTrigger)).toBe('/v1/events/trigger/bulk')
  })

  it('writes any id as one segment that URL parsers preserve', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (id) => {
        fc.pre(!['.', '..'].includes(id))
        const segments = new URL(`https://host${operationPath(feed, id)}`).pathname.split('/')
        expect(segments).toHaveLength(6)
        expect(decodeURIComponent(segments[3] ?? '')).toBe(id)
      }),
    )
  })
})

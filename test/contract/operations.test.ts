import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  inboxOperations,
  isWrite,
  operationPath,
  operations,
  type OperationName,
} from '../../src/contract/index.ts'

describe('the table of operations (part 4)', () => {
  it('names the eight operations as docs/interface.md does', () => {
    const lines = Object.entries(operations).map(
      ([name, { section, method, path, status, audience }]) =>
        `${section} ${name} ${method} ${path} ${status} ${audience}`,
    )
    expect(lines).toEqual([
      '4.1 appendCredentials PATCH /v1/subscribers/{subscriberId}/credentials 200 server',
      '4.2 getFeed GET /v1/subscribers/{subscriberId}/notifications/feed 200 inbox',
      '4.3 getActiveIntegrations GET /v1/integrations/active 200 server',
      '4.4 bulkSubscribers POST /v1/subscribers/bulk 201 server',
      '4.5 getPreferences GET /v2/subscribers/{subscriberId}/preferences 200 inbox',
      '4.6 markAs POST /v1/subscribers/{subscriberId}/messages/mark-as 201 inbox',
      '4.7 markAll POST /v1/subscribers/{subscriberId}/messages/mark-all 201 inbox',
      '4.8 bulkTrigger POST /v1/events/trigger/bulk 201 server',
    ])
  })

  it('has an inbox share that is exactly what the table calls one', () => {
    const names = (Object.keys(operations) as OperationName[]).filter(
      (name) => operations[name].audience === 'inbox',
    )
    expect(Object.keys(inboxOperations)).toEqual(names)
  })

  it('gives limits to the two bulk operations (part 8)', () => {
    expect(operations.bulkSubscribers.limit).toEqual({ field: 'subscribers', max: 500 })
    expect(operations.bulkTrigger.limit).toEqual({ field: 'events', max: 100 })
  })

  it('calls POST and PATCH writes', () => {
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

  it.each(['', '.', '..', '\ud800', 'a\udc00b', undefined])(
    'refuses %j, which no address can carry',
    (id) => {
      expect(() => operationPath(feed, id)).toThrow(TypeError)
    },
  )

  it('needs no subscriber where the path names none', () => {
    expect(operationPath(operations.bulkTrigger)).toBe('/v1/events/trigger/bulk')
  })

  it('keeps any id in its own segment, through any URL parser', () => {
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

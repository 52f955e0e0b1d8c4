import { describe, expect, it } from 'vitest'
import { inboxOperations } from '../../src/contract/inboxOperations.ts'
import { operationPath, operations } from '../../src/contract/index.ts'
import { matchOperation } from '../../src/contract/matchOperation.ts'
import * as fc from '../setup/fastCheck.ts'

const feed = '/v1/subscribers/pia/notifications/feed'

describe('matchOperation', () => {
  it.each(Object.entries(operations))('finds %s by its method and path', (name, operation) => {
    const subscriberId = operation.path.includes('{subscriberId}') ? 'pia' : ''
    expect(matchOperation(operations, operation.method, operationPath(operation, 'pia'))).toEqual({
      name,
      allow: [operation.method],
      subscriberId,
    })
  })

  it.each<readonly [method: string, path: string, found: object]>([
    // A method that the path does not allow.
    ['POST', feed, { allow: ['GET'], subscriberId: 'pia' }],
    ['HEAD', feed, { allow: ['GET'], subscriberId: 'pia' }],
    ['OPTIONS', '/v1/subscribers/bulk', { allow: ['POST'], subscriberId: '' }],
    ['get', feed, { allow: ['GET'], subscriberId: 'pia' }],
    // A parameter is decoded once.
    ['GET', '/v1/subscribers/a%2Fb/notifications/feed', { name: 'getFeed', allow: ['GET'], subscriberId: 'a/b' }],
    ['GET', '/v1/subscribers/%252F/notifications/feed', { name: 'getFeed', allow: ['GET'], subscriberId: '%2F' }],
    ['GET', '/v1/subscribers/a+b/notifications/feed', { name: 'getFeed', allow: ['GET'], subscriberId: 'a+b' }],
    ['GET', '/v1/subscribers/%00/notifications/feed', { name: 'getFeed', allow: ['GET'], subscriberId: '\0' }],
    ['GET', '/v1/subscribers/bulk/notifications/feed', { name: 'getFeed', allow: ['GET'], subscriberId: 'bulk' }],
    // Malformed percent signs: the path is that of an operation, the parameter is unreadable.
    ['GET', '/v1/subscribers/%zz/notifications/feed', { name: 'getFeed', allow: ['GET'] }],
    ['GET', '/v1/subscribers/%ff/notifications/feed', { name: 'getFeed', allow: ['GET'] }],
    ['POST', '/v1/subscribers/100%/notifications/feed', { allow: ['GET'] }],
    // Extra slashes, which frameworks and gateways add.
    ...[`${feed}/`, `${feed}//`, `/${feed}`, `///${feed}`, '/v1//subscribers/pia///notifications/feed/'].map(
      (path) => ['GET', path, { name: 'getFeed', allow: ['GET'], subscriberId: 'pia' }] as const,
    ),
    ['GET', '/v1/subscribers/%2F%2F/notifications/feed/', { name: 'getFeed', allow: ['GET'], subscriberId: '//' }],
    ['GET', '/v1/subscribers/a%2F/notifications/feed', { name: 'getFeed', allow: ['GET'], subscriberId: 'a/' }],
    // Paths of no operation.
    ['GET', '', { allow: [] }],
    ['GET', '/', { allow: [] }],
    ['GET', feed.slice(1), { allow: [] }],
    ['GET', '//', { allow: [] }],
    ['GET', `${feed}/%2F`, { allow: [] }],
    ['GET', `${feed}\\`, { allow: [] }],
    ['GET', '/v1/subscribers/a//b/notifications/feed', { allow: [] }],
    ['GET', `/api/inbox${feed}`, { allow: [] }],
    ['GET', `${feed}?page=1`, { allow: [] }],
    ['GET', '/v1/subscribers//notifications/feed', { allow: [] }],
    ['GET', '/v1/subscribers/pia/x/notifications/feed', { allow: [] }],
    ['GET', '/v1/subscribers/pia/../notifications/feed', { allow: [] }],
    ['GET', '/v1/subscribers/pia%2Fnotifications/feed', { allow: [] }],
    ['GET', '/v1/subscribers/pia/notifications%2Ffeed', { allow: [] }],
    ['GET', '/v1/%73ubscribers/pia/notifications/feed', { allow: [] }],
    ['GET', '/V1/subscribers/pia/notifications/feed', { allow: [] }],
    ['GET', '/v2/subscribers/pia/notifications/feed', { allow: [] }],
    ['GET', '/v1/subscribers/{subscriberId}', { allow: [] }],
  ])('%s %j', (method, path, found) => {
    expect(matchOperation(operations, method, path)).toEqual({ name: undefined, subscriberId: undefined, ...found })
  })

  it('lists every method of a path, in the order of the table', () => {
    const table = {
      replace: { method: 'PATCH', path: '/v1/x' },
      read: { method: 'GET', path: '/v1/x' },
    } as const
    expect(matchOperation(table, 'GET', '/v1/x')).toEqual({ name: 'read', allow: ['PATCH', 'GET'], subscriberId: '' })
  })

  it('finds a notification by its id, and prefers the template that comes first', () => {
    const path = '/v2/subscribers/{subscriberId}/notifications'
    const table = {
      count: { method: 'GET', path: `${path}/count` },
      remove: { method: 'DELETE', path: `${path}/{id}` },
      read: { method: 'PATCH', path: `${path}/{id}/read` },
    } as const
    const own = '/v2/subscribers/a%2Fb/notifications'
    const found = (method: string, rest: string) => matchOperation(table, method, `${own}/${rest}`)
    const subscriberId = 'a/b'
    expect(found('DELETE', 'n%2F1')).toEqual({ name: 'remove', allow: ['DELETE'], subscriberId, id: 'n/1' })
    expect(found('PATCH', 'n1/read/')).toEqual({ name: 'read', allow: ['PATCH'], subscriberId, id: 'n1' })
    expect(found('GET', 'n1')).toEqual({ name: undefined, allow: ['DELETE'], subscriberId, id: 'n1' })
    expect(found('GET', 'count')).toEqual({ name: 'count', allow: ['GET'], subscriberId })
    expect(found('DELETE', 'count')).toEqual({ name: undefined, allow: ['GET'], subscriberId })
    expect(found('DELETE', '%ff')).toEqual({ name: 'remove', allow: ['DELETE'], subscriberId, id: undefined })
    expect(found('PATCH', 'n1/unread').allow).toEqual([])
  })

  it('finds only operations of the table', () => {
    expect(matchOperation(inboxOperations, 'POST', '/v1/subscribers/bulk').allow).toEqual([])
  })

  it('reads back every subscriber id that operationPath writes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (id) => {
        fc.pre(!['.', '..'].includes(id))
        const { pathname } = new URL(`https://host${operationPath(operations.getFeed, id)}`)
        expect(matchOperation(operations, 'GET', pathname).subscriberId).toBe(id)
      }),
    )
  })
})

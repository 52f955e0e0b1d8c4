import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { inboxKeys } from '../../../src/state/model/inboxKeys.ts'
import type { StampedPage } from '../../../src/state/model/stampedPage.ts'
import { restorePages, serializePages } from '../../../src/state/persistence/serializedPages.ts'
import { makeFeedPage, makeNotification } from '../../../src/testing/index.ts'
import { eachRule } from '../eachRule.ts'

const keys = inboxKeys({ endpoint: '/api/inbox', subscriberId: 'ada' })

/** The ids of the notifications of each restored count. */
const restore = (json: unknown): string[][] => {
  const queryClient = new QueryClient()
  restorePages(queryClient, keys, { observe: () => {} }, true, [json].flat())
  return queryClient
    .getQueriesData<StampedPage>({ queryKey: keys.ofKind('count') })
    .map(([, page]) => page?.data.map(({ _id }) => _id) ?? [])
}

describe('a page of a storage', () => {
  const page = makeFeedPage({ data: [makeNotification(1)] })
  const stored = { filter: {}, requestedAt: 1, limit: 10, page }
  const other = { ...stored, filter: { read: false }, page: makeFeedPage({ data: [makeNotification(2)] }) }
  interface Row {
    rule: string
    json: unknown
    ids: string[][]
  }
  const rows: Row[] = [
    { rule: 'is read, one for each filter', json: [stored, other], ids: [['n1'], ['n2']] },
    {
      rule: 'is read with fields of a later version',
      json: [{ ...stored, filter: { tags: [] }, color: 1 }],
      ids: [['n1']],
    },
    { rule: 'is dropped alone if it can’t be read', json: [null, 7, { filter: {} }, other], ids: [['n2']] },
    { rule: 'is dropped with a null in its filter', json: [{ ...stored, filter: { read: null } }], ids: [] },
    { rule: 'is dropped without the time of its request', json: [{ ...stored, requestedAt: undefined }], ids: [] },
    { rule: 'is dropped with a response that is no page', json: [{ ...stored, page: { data: [] } }], ids: [] },
    {
      rule: 'is read without a notification that can’t be read',
      json: [{ ...stored, page: { ...page, data: [{ _id: 'c' }, ...page.data] } }],
      ids: [['n1']],
    },
    { rule: 'is not there in an empty storage', json: undefined, ids: [] },
    { rule: 'is not there in an object', json: { a: 1 }, ids: [] },
  ]
  eachRule(rows, ({ json, ids }) => {
    expect(restore(json)).toEqual(ids)
  })
})

it('stores the twenty pages that were requested last: an app may have a list for each record', () => {
  const queryClient = new QueryClient()
  const page = { ...makeFeedPage({ data: [] }), limit: 10 }
  for (let record = 0; record < 30; record++)
    queryClient.setQueryData(keys.count({ payload: { record } }), { ...page, requestedAt: 1_000 + (record % 10) })
  for (let record = 0; record < 5; record++)
    queryClient.setQueryData(keys.newest({ payload: { record } }, 10), [{ ...page, requestedAt: 2_000 }])
  const stored = serializePages(queryClient, keys)
  expect(stored.map(({ requestedAt }) => requestedAt)).toEqual(
    [2_000, 2_000, 2_000, 2_000, 2_000].concat([9, 8, 7, 6, 5].flatMap((last) => Array(3).fill(1_000 + last))),
  )
})

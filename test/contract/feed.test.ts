import { describe, expect, it } from 'vitest'
import { feedPage as schema } from '../../src/contract/index.ts'
import { feedPage, notification } from './samples.ts'

describe('feedPage', () => {
  it('reads a page', () => {
    expect(schema.parse(feedPage)).toEqual({ ...feedPage, unreadable: [] })
    const { totalCount: _, ...least } = feedPage
    expect(schema.parse(least)).toEqual({ ...least, unreadable: [] })
  })

  it('lists an invalid notification in unreadable, and reads the others', () => {
    const { content: _, ...broken } = { ...notification, _id: 'ntf_2', read: 'no' }
    const page = schema.parse({
      ...feedPage,
      data: [notification, broken, 'rubbish', { ...notification, _id: 'ntf_3' }],
    })
    expect(page.data.map(({ _id }) => _id)).toEqual(['ntf_1', 'ntf_3'])
    expect(page.unreadable).toEqual([
      {
        index: 1,
        id: 'ntf_2',
        issues: [
          { field: 'content', message: 'is missing: it must be a string' },
          { field: 'read', message: 'must be true or false' },
        ],
      },
      { index: 2, id: undefined, issues: [{ field: '', message: 'must be an object' }] },
    ])
  })

  it.each(['hasMore', 'data', 'pageSize', 'page'])('requires %s', (field) => {
    expect(schema.safeParse({ ...feedPage, [field]: undefined }).success).toBe(false)
  })
})

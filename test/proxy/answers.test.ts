import { describe, expect, it } from 'vitest'
import {
  feedPage as feedSchema,
  message as messageSchema,
  preferences as preferencesSchema,
} from '../../src/contract/index.ts'
import { feedPage, message, notification, preferences, subscriber } from '../contract/samples.ts'
import { json, paths, setUp } from './upstream.ts'

const mark = { messageId: 'msg_1', markAs: 'read' }

/** The value with a field of its own in every object, at any depth outside of free-form ones. */
const withUnknowns = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withUnknowns)
  if (typeof value !== 'object' || value === null) return value
  const free = ['payload', 'data', 'overrides']
  const entries = Object.entries(value).map(([key, inner]) => [
    key,
    free.includes(key) && !isCtaData(inner) ? inner : withUnknowns(inner),
  ])
  return { ...Object.fromEntries(entries), leaked: 'LEAK' }
}
const isCtaData = (value: unknown) =>
  typeof value === 'object' && value !== null && ('url' in value || Array.isArray(value))

describe('what leaves the server', () => {
  it('of a feed: every documented field but device tokens and overrides', async () => {
    const { send } = setUp([json(feedPage)])
    const { deviceTokens: _, overrides: _1, ...kept } = notification
    expect(await (await send(paths.feed)).json()).toEqual({ ...feedPage, data: [kept] })
  })

  it('of a mark: a valid message, and nothing that it says: it may be another reader’s, whom nothing names', async () => {
    const { post } = setUp([json([message], 201)])
    const [sent] = (await (await post(paths.markAs, mark)).json()) as Record<string, unknown>[]
    expect(sent).toEqual({
      _id: 'msg_1',
      _environmentId: 'env_1',
      _organizationId: 'org_1',
      _notificationId: 'not_1',
      _subscriberId: 'sub_1',
      createdAt: '2026-01-05T09:00:00.000Z',
      transactionId: 'txn_1',
      channel: 'email',
      read: true,
      seen: true,
      status: 'warning',
      cta: {},
    })
    expect(messageSchema.safeParse(sent).success).toBe(true)
  })

  it('of preferences: all that is documented', async () => {
    const { send } = setUp([json(preferences), json({ global: { enabled: true, channels: {} }, workflows: [] })])
    expect(await (await send(paths.preferences)).json()).toEqual(preferences)
    expect(await (await send(paths.preferences)).json()).toEqual({
      global: { enabled: true, channels: {} },
      workflows: [],
    })
  })

  it('is never a field that the contract does not know, at any depth', async () => {
    const { send, post } = setUp([
      json(withUnknowns(feedPage)),
      json(withUnknowns(preferences)),
      json(withUnknowns([message]), 201),
    ])
    const feed = await (await send(paths.feed)).text()
    const settings = await (await send(paths.preferences)).text()
    const marked = await (await post(paths.markAs, mark)).text()
    expect(feedSchema.parse(JSON.parse(feed)).data).toHaveLength(1)
    expect(preferencesSchema.safeParse(JSON.parse(settings)).success).toBe(true)
    expect(JSON.parse(marked)).toHaveLength(1)
    expect(feed + settings + marked).not.toContain('LEAK')
  })

  it('is never another subscriber’s, whatever the service answers, and the host is told', async () => {
    const foreign = { ...message, _id: 'msg_2', subscriber: { ...subscriber, subscriberId: 'kim' } }
    const { subscriber: _, ...unnamed } = { ...message, _id: 'msg_3' }
    const foreignItem = {
      ...notification,
      _id: 'ntf_2',
      subscriber: { ...notification.subscriber, subscriberId: 'kim' },
    }
    const { send, post, onError } = setUp([
      json([message, foreign, unnamed], 201),
      json({ ...feedPage, data: [foreignItem, notification] }),
    ])
    const marked = (await (await post(paths.markAs, mark)).json()) as { _id: string }[]
    expect(marked.map(({ _id }) => _id)).toEqual(['msg_1', 'msg_3'])
    const feed = (await (await send(paths.feed)).json()) as { data: { _id: string }[] }
    expect(feed.data.map(({ _id }) => _id)).toEqual(['ntf_1'])
    expect(onError.mock.calls.map(([error]) => String(error))).toEqual([
      expect.stringContaining('markAs: the service returned 1 entries of another subscriber'),
      expect.stringContaining('getFeed: the service returned 1 entries of another subscriber'),
    ])
  })

  it('is the rest of a page with an item that can not be read, and the host is told', async () => {
    const { send, onError } = setUp([json({ ...feedPage, data: [{ ...notification, read: 'x' }, notification] })])
    const response = await send(paths.feed)
    expect(((await response.json()) as { data: unknown[] }).data).toHaveLength(1)
    expect(onError).toHaveBeenCalledWith(
      expect.objectContaining({
        kind: 'contract',
        fields: [{ field: 'data[0].read', message: 'must be true or false' }],
      }),
      { requestId: response.headers.get('x-request-id'), operation: 'getFeed', subscriberId: 'pia' },
    )
  })

  it('leaves a message readable whose secret parts are broken: the mark has happened', async () => {
    const { post } = setUp([json([{ ...message, template: { odd: true }, subscriber: { subscriberId: 'pia' } }], 201)])
    expect(await (await post(paths.markAs, mark)).json()).toMatchObject([{ _id: 'msg_1' }])
  })
})

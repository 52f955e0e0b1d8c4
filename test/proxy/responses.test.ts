import { describe, expect, it } from 'vitest'
import {
  feedPage as feedSchema,
  message as messageSchema,
  preferences as preferencesSchema,
} from '../../src/contract/index.ts'
import { feedPage, message, notification, preferences, subscriber } from '../contract/samples.ts'
import { json, paths, setUp } from './upstream.ts'

const mark = { messageId: 'msg_1', markAs: 'read' }

/** Adds an unknown field to every object in a value, except free-form ones. */
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

describe('the public fields', () => {
  it('of a feed are all documented ones except device tokens and overrides', async () => {
    const { deviceTokens: _, overrides: _1, ...kept } = notification
    const { subscriber: _2, ...sparse } = { ...kept, cta: { action: { status: 'pending' } } }
    const { send, onError } = setUp([json(feedPage), json({ ...feedPage, data: [sparse] })])
    expect(await (await send(paths.feed)).json()).toEqual({ ...feedPage, data: [kept] })
    expect(await (await send(paths.feed)).json()).toEqual({ ...feedPage, data: [sparse] })
    expect(onError).not.toHaveBeenCalled()
  })

  it('of a mark are a valid message without content: it may belong to another subscriber, whom no field names', async () => {
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

  it('of preferences are all documented ones', async () => {
    const schedule = { isEnabled: true, weeklySchedule: { monday: { isEnabled: false } } }
    for (const global of [preferences.global, { enabled: true, channels: {} }, { ...preferences.global, schedule }]) {
      const { send } = setUp([json({ ...preferences, global })])
      expect(await (await send(paths.preferences)).json()).toEqual({ ...preferences, global })
    }
  })

  it('of preferences are no conditions that the proxy does not know', async () => {
    const [workflow] = preferences.workflows
    const email = { is: 'unread', after: 60 }
    for (const [onlyIf, expected] of [
      ['always', undefined],
      [{ email, sms: { is: 'unpaid', after: 0 }, push: { is: 'unread' }, fax: email }, { email }],
    ]) {
      const { send, onError } = setUp([json({ ...preferences, workflows: [{ ...workflow, onlyIf }] })])
      const { workflows } = (await (await send(paths.preferences)).json()) as typeof preferences
      expect(workflows[0]?.onlyIf).toEqual(expected)
      expect(onError).not.toHaveBeenCalled()
    }
  })

  it('never include an unknown field, at any depth', async () => {
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

  it('include pictures of avatarOrigins only, names and icons', async () => {
    const actors = [
      'https://cdn.example.com/ada.png',
      'https://elsewhere.example/pixel.gif',
      '//elsewhere.example/pixel.gif',
      '/logout',
      'Ada Lovelace',
      'http://cdn.example.com/ada.png',
      'https://%',
      // A URL parser takes these spaces for a part of a path, and inboxes remove them.
      ...['\u00a0', '\ufeff', '\u3000', '\u2028', '\u2003'].map((space) => `${space}https://elsewhere.example/a.png`),
      ' https://cdn.example.com/ada.png ',
      'https://cdn.example.com@elsewhere.example/a.png',
    ]
    const data = actors.map((actor) => ({
      ...notification,
      actor: { type: 'user', data: actor },
      subscriber: { ...notification.subscriber, avatar: actor },
    }))
    const shown = async (avatarOrigins?: string[]) => {
      const { send } = setUp([json({ ...feedPage, data })], avatarOrigins && { avatarOrigins })
      const page = feedSchema.parse(await (await send(paths.feed)).json())
      expect(page.data.map((item) => item.subscriber?.avatar ?? null)).toEqual(
        page.data.map(({ actor }) => actor?.data),
      )
      return page.data.map(({ actor }) => actor?.data ?? '-')
    }
    expect(await shown()).toEqual(actors)
    const [picture] = actors
    const allowed = (shownOnes: (string | undefined)[]) => shownOnes.filter((text) => text !== '-')
    expect(allowed(await shown(['https://cdn.example.com']))).toEqual([picture, 'Ada Lovelace', picture])
    expect(allowed(await shown(['self']))).toEqual(['/logout', 'Ada Lovelace'])
    expect(() => setUp([], { avatarOrigins: ['cdn.example.com'] })).toThrow('avatarOrigins')
  })

  it('never include entries of another subscriber, which are reported', async () => {
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

  it('omit an invalid notification, which is reported', async () => {
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

  it('include a message with invalid secret fields: the mark has succeeded', async () => {
    for (const owner of [{ subscriberId: 'pia' }, null]) {
      const { post } = setUp([json([{ ...message, template: { odd: true }, subscriber: owner }], 201)])
      expect(await (await post(paths.markAs, mark)).json()).toMatchObject([{ _id: 'msg_1' }])
    }
  })
})

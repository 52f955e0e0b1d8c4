import { describe, expect, it } from 'vitest'
import {
  appendCredentialsBody,
  bulkSubscribersBody,
  bulkTriggerBody,
  describeIssues,
  feedQuery,
  markAllBody,
  markAsBody,
  preferencesQuery,
  providerIds,
} from '../../src/contract/index.ts'
import { channelCredentials } from './samples.ts'

type Schema = {
  safeParse: (value: unknown) => { error?: { issues: Parameters<typeof describeIssues>[0] } | undefined }
}

/** The issues of a value, a line per field. */
const wrong = (schema: Schema, value: unknown) =>
  describeIssues(schema.safeParse(value).error?.issues ?? [], value).map(({ field, message }) => `${field} ${message}`)

const entry = {
  subscriberId: 'pia',
  firstName: 'Pia',
  lastName: 'Lund',
  email: 'pia@example.com',
  phone: '1',
  avatar: 'https://img.example.com/pia.png',
  locale: 'nb',
  timezone: 'Europe/Oslo',
  data: { plan: 'pro' },
}

describe('appendCredentialsBody', () => {
  it('accepts all 20 providers and every credential', () => {
    expect(providerIds).toHaveLength(20)
    for (const providerId of providerIds)
      expect(
        wrong(appendCredentialsBody, {
          providerId,
          integrationIdentifier: 'x',
          credentials: channelCredentials,
        }),
      ).toEqual([])
    expect(wrong(appendCredentialsBody, { providerId: 'fcm', credentials: {} })).toEqual([])
  })

  it('names each invalid field', () => {
    expect(
      wrong(appendCredentialsBody, {
        providerId: 'novu',
        credentials: { deviceTokens: ['a', 1], colour: 'red' },
        more: 1,
      }),
    ).toEqual([
      expect.stringMatching(/^providerId must be "slack", .* or "appio"$/),
      'credentials.deviceTokens[1] must be a string',
      'credentials.colour is not a known field',
      'more is not a known field',
    ])
  })
})

describe('feedQuery', () => {
  it('accepts values and their text in a URL', () => {
    const values = { page: 0, limit: 100, read: false, seen: true, payload: 'e30=' }
    const text = { page: '0', limit: '100', read: 'false', seen: 'true', payload: 'e30=' }
    expect(feedQuery.parse(values)).toEqual(values)
    expect(feedQuery.parse(text)).toEqual(values)
    expect(feedQuery.parse({})).toEqual({})
  })

  it.each([
    -1,
    1.5,
    '1.5',
    '-1',
    '',
    ' 1',
    '0x1',
    '1e3',
    Number.NaN,
    Number.POSITIVE_INFINITY,
    null,
    true,
    '9'.repeat(20),
  ])('rejects the page %j', (page) => {
    expect(wrong(feedQuery, { page })).toEqual(['page must be a whole number of 0 or more'])
  })

  it.each([0, 101, '0', '101', 10.5, 'ten'])('rejects the limit %j', (limit) => {
    expect(wrong(feedQuery, { limit })).toEqual(['limit must be a whole number from 1 to 100'])
  })

  it.each(['yes', '1', 1, 'TRUE', null])('rejects the flag %j', (flag) => {
    expect(wrong(feedQuery, { read: flag, seen: flag })).toEqual([
      'read must be true or false',
      'seen must be true or false',
    ])
  })

  it('rejects unknown parameters', () => {
    expect(wrong(feedQuery, { archived: true })).toEqual(['archived is not a known field'])
  })
})

describe('preferencesQuery', () => {
  it('accepts the three criticalities', () => {
    for (const criticality of ['critical', 'nonCritical', 'all', undefined])
      expect(wrong(preferencesQuery, { criticality })).toEqual([])
    expect(wrong(preferencesQuery, { criticality: 'some' })).toEqual([
      'criticality must be "critical", "nonCritical" or "all"',
    ])
  })
})

describe('bulkSubscribersBody', () => {
  it('accepts 1 to 500 subscribers with every documented field', () => {
    expect(wrong(bulkSubscribersBody, { subscribers: [entry] })).toEqual([])
    expect(wrong(bulkSubscribersBody, { subscribers: Array(500).fill(entry) })).toEqual([])
    expect(wrong(bulkSubscribersBody, { subscribers: Array(501).fill(entry) })).toEqual([
      'subscribers must have at most 500 entries',
    ])
    expect(wrong(bulkSubscribersBody, { subscribers: [] })).toEqual(['subscribers must have at least 1 entry'])
  })

  it('names the entry and the field of an issue', () => {
    const { subscriberId: _, ...nameless } = entry
    const subscribers = [
      entry,
      nameless,
      { subscriberId: '' },
      { ...entry, data: [1] },
      { ...entry, data: new Map() },
      'pia',
    ]
    expect(wrong(bulkSubscribersBody, { subscribers })).toEqual([
      'subscribers[1].subscriberId is missing: it must be a string',
      'subscribers[2].subscriberId must not be empty',
      'subscribers[3].data must be an object',
      'subscribers[4].data must be an object',
      'subscribers[5] must be an object',
    ])
    expect(wrong(bulkSubscribersBody, {})).toEqual(['subscribers is missing: it must be a list'])
    expect(wrong(bulkSubscribersBody, [entry])).toEqual(['must be an object'].map((text) => ` ${text}`))
  })
})

describe('markAsBody and markAllBody', () => {
  it('accept one id or several, and the four marks', () => {
    for (const markAs of ['read', 'unread', 'seen', 'unseen']) {
      expect(wrong(markAsBody, { messageId: 'a', markAs })).toEqual([])
      expect(wrong(markAsBody, { messageId: ['a', 'b'], markAs })).toEqual([])
      expect(wrong(markAllBody, { markAs })).toEqual([])
      expect(wrong(markAllBody, { markAs, feedIdentifier: ['a'] })).toEqual([])
    }
  })

  it.each<unknown>(['', [], 5, null])('refuse the id %j', (messageId) => {
    expect(wrong(markAsBody, { messageId, markAs: 'read' })).toEqual([
      'messageId must be a message id, or a list of at least one',
    ])
  })

  it('name the index of an invalid id in the list', () => {
    expect(wrong(markAsBody, { messageId: ['a', 5], markAs: 'read' })).toEqual(['messageId[1] must be a string'])
    expect(wrong(markAllBody, { feedIdentifier: [''], markAs: 'read' })).toEqual([
      'feedIdentifier[0] must be a feed identifier, or a list of at least one',
    ])
  })

  it('name missing fields', () => {
    expect(wrong(markAsBody, {})).toEqual([
      'messageId is missing: it must be a message id, or a list of at least one',
      'markAs is missing: it must be "read", "seen", "unread" or "unseen"',
    ])
  })
})

describe('bulkTriggerBody', () => {
  const event = { name: 'comment-added', to: 'pia' }
  const trigger = (...events: unknown[]) => wrong(bulkTriggerBody, { events })

  it('accepts an event with every documented field', () => {
    const channels = [
      {
        providerId: 'fcm',
        integrationIdentifier: 'x',
        credentials: { webhookUrl: 'https://x', deviceTokens: ['a'] },
      },
    ]
    const whole = {
      ...event,
      to: [{ ...entry, channels }, 'kim'],
      payload: { a: { b: [1] } },
      overrides: { fcm: { data: { a: 1 } } },
      transactionId: 'txn_1',
      actor: 'kim',
      tenant: 'acme',
      context: { region: 'eu' },
    }
    expect(trigger(whole)).toEqual([])
    expect(bulkTriggerBody.parse({ events: [whole] })).toEqual({ events: [whole] })
  })

  it('accepts a recipient in each form', () => {
    for (const to of ['pia', entry, ['pia'], [entry], ['pia', entry]]) expect(trigger({ ...event, to })).toEqual([])
  })

  it('accepts 1 to 100 events with 1 to 100 recipients each', () => {
    expect(trigger(...Array(100).fill(event))).toEqual([])
    expect(trigger(...Array(101).fill(event))).toEqual(['events must have at most 100 entries'])
    expect(trigger()).toEqual(['events must have at least 1 entry'])
    expect(trigger({ ...event, to: Array(100).fill('pia') })).toEqual([])
    expect(trigger({ ...event, to: Array(101).fill('pia') })).toEqual(['events[0].to must have at most 100 entries'])
    expect(trigger({ ...event, to: [] })).toEqual(['events[0].to must have at least 1 entry'])
  })

  it('names the invalid field of the intended form of a recipient', () => {
    expect(trigger({ ...event, to: { ...entry, emial: 'x' } })).toEqual(['events[0].to.emial is not a known field'])
    expect(trigger({ ...event, to: ['pia', { email: 'x' }] })).toEqual([
      'events[0].to[1].subscriberId is missing: it must be a string',
    ])
    expect(trigger({ ...event, to: [{ ...entry, channels: [{ providerId: 'x', credentials: {} }] }] })).toEqual([
      expect.stringMatching(/^events\[0\]\.to\[0\]\.channels\[0\]\.providerId must be "slack"/),
    ])
    expect(trigger({ ...event, to: 5 })).toEqual([
      'events[0].to must be a subscriber id, a subscriber, or a list of 1 to 100 of these',
    ])
    expect(trigger({ ...event, to: ['pia', 5] })).toEqual([
      'events[0].to[1] must be a subscriber id or a subscriber with a subscriberId',
    ])
  })

  it('names each invalid field of an event', () => {
    const odd = {
      name: '',
      to: '',
      payload: [],
      overrides: { fcm: 'x' },
      transactionId: '',
      context: { a: 1 },
      when: 'now',
    }
    expect(trigger(event, odd)).toEqual([
      'events[1].name must not be empty',
      'events[1].to must have at least 1 character',
      'events[1].payload must be an object',
      'events[1].overrides.fcm must be an object',
      'events[1].transactionId must have at least 1 character',
      'events[1].context.a must be a string',
      'events[1].when is not a known field',
    ])
    expect(trigger({})).toEqual([
      'events[0].name is missing: it must be a string',
      'events[0].to is missing: it must be a subscriber id, a subscriber, or a list of 1 to 100 of these',
    ])
  })
})

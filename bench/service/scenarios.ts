import { encodePayload } from '../../src/contract/payload.ts'
import { type Layout, rowOf, scattered, typical, whale } from './layout.ts'
import type { LoadRequest } from './loadGenerator.ts'

/** One line of the table. */
export interface Scenario {
  name: string
  /** Who responds. */
  target: 'service' | 'proxy' | 'forward'
  /** Requests to repeat, in turns. */
  requests: readonly LoadRequest[]
}

/** How many different requests a scenario has. */
const variety = 500

const feedOf = (subscriberId: string, query = ''): LoadRequest => ({
  path: `/v1/subscribers/${subscriberId}/notifications/feed${query}`,
})

/** A filter for a part of the payload, in a URL. */
const filter = (payload: Record<string, unknown>) => `?payload=${encodeURIComponent(encodePayload(payload))}`

/** A mark of one message, or of all. */
const mark = (what: 'mark-as' | 'mark-all', body: object): LoadRequest => ({
  path: `/v1/subscribers/${whale}/messages/${what}`,
  body: JSON.stringify(body),
})

/** The feed of typical subscribers. */
export const typicalFeeds = (layout: Layout): LoadRequest[] =>
  scattered(layout, variety).map((place) => feedOf(typical(place)))

/** The feed of the whale. */
export const whaleFeed: LoadRequest = feedOf(whale)

/** Marks all notifications of the whale. */
export const markAll = (markAs: 'read' | 'unread'): LoadRequest => mark('mark-all', { markAs })

/** How many notifications a page of a list, and a batch of snoozes, have. */
const perBatch = 100

/** The next page of the notifications that are not snoozed. */
export const nextToSnooze: LoadRequest = {
  path: `/v2/subscribers/${whale}/notifications?snoozed=false&limit=${perBatch}`,
}

/** Snoozes notifications of the whale. */
export const snooze = (notificationIds: readonly string[], until: number): LoadRequest => ({
  path: `/v2/subscribers/${whale}/notifications/batch`,
  body: JSON.stringify({ action: 'snooze', notificationIds, snoozeUntil: new Date(until).toISOString() }),
})

/** Counts the notifications of the whale that are snoozed. */
export const countSnoozed: LoadRequest = {
  path: `/v2/subscribers/${whale}/notifications/count?filters=${encodeURIComponent('[{"snoozed":true}]')}`,
}

/** Pages of the whale's feed, from which `idsOf` takes the messages to mark: new ones and old ones. */
export const whalePages = ({ whaleRows }: Layout): LoadRequest[] =>
  [0, Math.floor(whaleRows / 200)].map((page) => feedOf(whale, `?limit=100&page=${page}`))

/** Scenarios that read, and marks of single messages. They leave the tables as they are. */
export const steadyScenarios = (layout: Layout, messageIds: readonly string[]): Scenario[] => {
  const rareOnes = Array.from({ length: variety }, (_, index) => ((index * 7_919) % layout.whaleRows) + 1)
  return [
    { name: 'feed, typical', target: 'service', requests: typicalFeeds(layout) },
    { name: 'feed, whale', target: 'service', requests: [whaleFeed] },
    { name: 'unread feed, whale', target: 'service', requests: [feedOf(whale, '?read=false')] },
    {
      name: 'payload filter, 1 match, typical',
      target: 'service',
      requests: scattered(layout, variety).map((place, index) =>
        feedOf(typical(place), filter({ n: rowOf(layout, place, index % 80) })),
      ),
    },
    {
      name: 'payload filter, 1 match, whale',
      target: 'service',
      requests: rareOnes.map((turn) => feedOf(whale, filter({ n: turn * layout.stride }))),
    },
    {
      name: 'payload filter, a third matches, typical',
      target: 'service',
      requests: scattered(layout, variety).map((place) => feedOf(typical(place), filter({ kind: 'comment' }))),
    },
    {
      name: 'payload filter, a third matches, whale',
      target: 'service',
      requests: [feedOf(whale, filter({ kind: 'comment' }))],
    },
    {
      name: 'mark-as, whale',
      target: 'service',
      requests: messageIds.flatMap((messageId) =>
        (['unread', 'read'] as const).map((markAs) => mark('mark-as', { messageId, markAs })),
      ),
    },
    {
      name: 'feed through the proxy, typical',
      target: 'proxy',
      requests: typicalFeeds(layout).map(({ path }) => ({ path: `/api/inbox${path}` })),
    },
    { name: 'feed through a bare forward, typical', target: 'forward', requests: typicalFeeds(layout) },
  ]
}

/** Scenarios that add messages. */
export const bulkScenarios = (layout: Layout): Scenario[] => [
  {
    name: 'bulk of 100 events, recipients as text',
    target: 'service',
    requests: bulkCalls(layout, (subscriberId) => subscriberId),
  },
  {
    name: 'bulk of 100 events, recipients with a field',
    target: 'service',
    requests: bulkCalls(layout, (subscriberId) => ({ subscriberId, firstName: 'Reader' })),
  },
]

/** A scenario that adds messages of which half are sent, while it is measured and later. */
export const mailScenario = (layout: Layout): Scenario => ({
  name: 'event for 100 recipients, 2 channels',
  target: 'service',
  requests: mailCalls(layout),
})

/** Calls with one event for 100 recipients, in the inbox and by mail. */
const mailCalls = (layout: Layout): LoadRequest[] =>
  hundreds(layout).map((places) => ({
    path: '/v1/events/trigger/bulk',
    body: JSON.stringify({
      events: [
        { name: 'post-mail', to: places.map((place) => typical(place)), payload: payloadOf(layout, places[0] ?? 0) },
      ],
    }),
  }))

/** Typical subscribers in groups of 100. */
const hundreds = (layout: Layout): number[][] => {
  const places = scattered(layout, 5_000)
  return Array.from({ length: Math.floor(places.length / 100) }, (_, call) =>
    places.slice(call * 100, (call + 1) * 100),
  )
}

const payloadOf = ({ rows }: Layout, place: number) => ({
  kind: 'comment',
  post: { id: `post-${place % 997}`, title: `How we planned the season, part ${place % 997}` },
  who: 'Maya',
  n: rows + place,
})

/** Calls with 100 events, each with a recipient of its own. */
const bulkCalls = (layout: Layout, recipient: (subscriberId: string) => unknown): LoadRequest[] =>
  hundreds(layout).map((places) => ({
    path: '/v1/events/trigger/bulk',
    body: JSON.stringify({
      events: places.map((place) => ({
        name: 'post-activity',
        to: recipient(typical(place)),
        payload: payloadOf(layout, place),
      })),
    }),
  }))

import { describe, expect, it } from 'vitest'
import { createLiveHub } from '../../../src/live/index.ts'
import { json, paths } from '../upstream.ts'
import { settle, setUpLive } from './setUpLive.ts'

const accept = 'application/json, application/vnd.tidings.counts+json'

/** A proxy with a complete stream of its service, and the first page of pia. */
const setUp = async (options: Parameters<typeof setUpLive>[0] = {}) => {
  const world = setUpLive({ answers: ['stream', 'stream'], ...options })
  await world.open('kim')
  await world.connections[0]?.send('status', { complete: true })
  /** Fetches the first page of a subscriber, and returns its token. */
  const fetchPage = async (subscriberId = 'pia', headers: Record<string, string> = { accept }) => {
    const path = paths.feed.replace('pia', subscriberId)
    const page = (await (await world.send(`${path}?limit=20`, { user: subscriberId, headers })).json()) as {
      liveToken?: string
    }
    return page.liveToken
  }
  /** Opens the stream of a subscriber, and returns its first event. */
  const openWith = async (token: string | undefined, subscriberId = 'pia') =>
    (await world.open(subscriberId, { token })).events()[0]
  return { ...world, fetchPage, openWith, service: world.connections[0] }
}

const current = ['status', { complete: true, current: true }]
const unknown = ['status', { complete: true }]

describe('a stream is opened as current', () => {
  it('if nothing was hinted since the page of its token', async () => {
    const { fetchPage, openWith, service } = await setUp()
    const token = await fetchPage()
    expect(token).toMatch(/^[0-9a-f-]{36}$/)
    await service?.send('hint', { subscriberIds: ['kim'] })
    expect(await openWith(token)).toEqual(current)
    // For a second browser too, whose page was fetched later.
    expect(await openWith(await fetchPage())).toEqual(current)
    expect(await openWith(token)).toEqual(current)
  })

  it.each<[string, (world: Awaited<ReturnType<typeof setUp>>) => unknown]>([
    ['a hint for its subscriber', ({ service }) => service?.send('hint', { subscriberIds: ['kim', 'pia'] })],
    ['a hint for everybody', ({ service }) => service?.send('hint', { subscriberIds: 'all' })],
    ['lost hints', ({ service }) => service?.send('lost', {})],
    [
      'an interruption',
      async ({ service }) => {
        await service?.send('status', { complete: false })
        await service?.send('status', { complete: true })
      },
    ],
  ])('not after %s', async (_name, happen) => {
    const world = await setUp()
    const token = await world.fetchPage()
    await happen(world)
    expect(await world.openWith(token)).toEqual(unknown)
  })

  it('not after a hint that comes while the service reads the page', async () => {
    let respond = (_response: Response) => {}
    const world = await setUp({ serve: () => new Promise((resolve) => (respond = resolve)) })
    const fetching = world.fetchPage()
    await settle()
    await world.service?.send('hint', { subscriberIds: ['pia'] })
    respond(json({ data: [], hasMore: false, totalCount: 0, pageSize: 20, page: 0 }))
    expect(await world.openWith(await fetching)).toEqual(unknown)
  })

  it('not after a hint of the hub', async () => {
    const hub = createLiveHub()
    const { fetchPage, openWith } = await setUp({ live: { hub } })
    const token = await fetchPage()
    hub.publish({ subscriberIds: ['pia'] })
    await hub.close()
    expect(await openWith(token)).toEqual(unknown)
  })

  it('not with the token of another subscriber, or an invented one', async () => {
    const { fetchPage, openWith } = await setUp()
    await fetchPage()
    const other = await fetchPage('kim')
    expect(await openWith(other)).toEqual(unknown)
    expect(await openWith('')).toEqual(unknown)
    expect(await openWith(undefined)).toEqual(unknown)
  })

  it('not while hints are incomplete, or for a browser that does not know tokens', async () => {
    const { fetchPage, service } = await setUp()
    expect(await fetchPage('pia', { accept: 'application/json' })).toBeUndefined()
    await service?.send('status', { complete: false })
    // It still says that there is a stream.
    expect(await fetchPage()).toBe('')
  })
})

import { call } from '../../support/serving.ts'
import { apiKey, type Clients, type Stored } from './startClients.ts'

/** How the stored notifications differ from what the service has acknowledged. */
interface Differences {
  /** Acknowledged, but not stored. */
  lost: string[]
  /** Stored more than once. */
  repeated: string[]
  /** Stored, but never sent. */
  unknown: string[]
  /** Acknowledged marks are missing, or others are applied. */
  marks: string[]
  /** A total is not the number of stored notifications. */
  totals: string[]
}

/** Nothing differs. */
export const noDifferences: Differences = { lost: [], repeated: [], unknown: [], marks: [], totals: [] }

const readAll = async (address: string, subscriberId: string): Promise<Stored[]> => {
  const path = `/v1/subscribers/${subscriberId}/notifications/feed?limit=100&page=`
  const stored: Stored[] = []
  for (let page = 0; ; page += 1) {
    const { body } = await call(address, apiKey, `${path}${page}`)
    stored.push(...(body['data'] as Stored[]))
    if (body['hasMore'] !== true) return stored
  }
}

/** The totals of a subscriber's lists, which the service stores apart from the notifications. */
const lists: [query: string, isIn: (notification: Stored) => boolean][] = [
  ['', () => true],
  ['&read=false', ({ read }) => !read],
  ['&read=true', ({ read }) => read],
  ['&seen=false', ({ seen }) => !seen],
  ['&seen=true', ({ seen }) => seen],
]

const compareTotals = async (address: string, subscriberId: string, stored: readonly Stored[]): Promise<string[]> => {
  const wrong: string[] = []
  for (const [query, isIn] of lists) {
    const path = `/v1/subscribers/${subscriberId}/notifications/feed?limit=1${query}`
    const { totalCount } = (await call(address, apiKey, path)).body
    const count = stored.filter(isIn).length
    if (totalCount !== count) wrong.push(`${subscriberId}${query}: ${String(totalCount)} instead of ${count}`)
  }
  return wrong
}

/**
 * Compares what is stored with what clients have recorded, and prints how much it was. No process that served the clients
 * is running any more, so nothing changes meanwhile.
 */
export const compareStored = async (address: string, { feeds }: Clients): Promise<Differences> => {
  const { lost, repeated, unknown, marks, totals }: Differences = structuredClone(noDifferences)
  const counts = { acknowledged: 0, marked: 0, unacknowledged: 0, 'of these stored': 0 }
  for (const [subscriberId, feed] of feeds) {
    const stored = new Map<string, Stored>()
    const notifications = await readAll(address, subscriberId)
    totals.push(...(await compareTotals(address, subscriberId, notifications)))
    for (const notification of notifications) {
      const title = notification.subject
      if (!feed.has(title)) unknown.push(`${subscriberId}: ${title}`)
      if (stored.has(title)) repeated.push(`${subscriberId}: ${title}`)
      stored.set(title, notification)
    }
    for (const [title, { isAcknowledged, flags }] of feed) {
      const found = stored.get(title)
      if (isAcknowledged && !found) lost.push(`${subscriberId}: ${title}`)
      if (found && flags && (found.read !== flags.read || found.seen !== flags.seen))
        marks.push(`${subscriberId}: ${title} has ${found.read}/${found.seen} instead of ${flags.read}/${flags.seen}`)
      counts.acknowledged += isAcknowledged ? 1 : 0
      counts.marked += flags?.read || flags?.seen ? 1 : 0
      counts.unacknowledged += isAcknowledged ? 0 : 1
      counts['of these stored'] += !isAcknowledged && found ? 1 : 0
    }
  }
  const texts = Object.entries(counts).map(([name, count]) => `${count} ${name}`)
  process.stdout.write(`notifications: ${texts.join(', ')}\n`)
  return { lost, repeated, unknown, marks, totals }
}

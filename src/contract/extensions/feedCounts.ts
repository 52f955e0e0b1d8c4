import { boolean, ifValid, maybe, number, object, string } from '../inbox/guard.ts'

/** The number of notifications that match a filter. */
export interface FeedCount {
  /** The number, or the least number: see `hasMore`. */
  count: number
  /** There are more than `count`, and the service does not return how many. */
  hasMore: boolean
}

/** The counts that a proxy adds to a feed page. A count that failed is missing. */
export interface FeedCounts {
  /** The unseen notifications of the subscriber. */
  unseen?: FeedCount | undefined
  /** The unread notifications of the subscriber. */
  unread?: FeedCount | undefined
}

const count = maybe(object<FeedCount>({ count: number, hasMore: boolean }))
const readCounts = ifValid(object<FeedCounts>({ unseen: count, unread: count }))
const readToken = ifValid(string)

/**
 * Reads what a `tidings/proxy` adds to a feed page. Invalid fields are removed: a service may have fields of these
 * names. `liveToken` also says that there is a stream: it is empty while hints may be missed.
 */
export const readExtension = <Page extends object>(page: Page): Page & { counts?: FeedCounts; liveToken?: string } => {
  const { counts: received, liveToken: token, ...rest }: Page & { counts?: unknown; liveToken?: unknown } = page
  const [counts, liveToken] = [readCounts(received), readToken(token)]
  return { ...rest, ...(counts && { counts }), ...(liveToken !== undefined && { liveToken }) } as never
}

export const countFilters = { unseen: { seen: false }, unread: { read: false } } as const

/**
 * The media type that a browser accepts, in addition to JSON, to get the counts with the first page of the feed. It is
 * an agreement between this browser code and `tidings/proxy`: others ignore it. `accept` needs no preflight, and no
 * change in the configuration of a gateway, as another header would.
 */
export const countsType = 'application/vnd.tidings.counts+json'

/** Whether the page of a request may have counts: the browser accepts them, and it is the first page of all. */
export const wantsCounts = (accept: string | null, query: object): boolean =>
  accept?.includes(countsType) === true && Object.keys(query).every((name) => name === 'limit')

/** The part of a feed page that shows a count. */
interface CountedPage {
  totalCount?: number | undefined
  hasMore: boolean
  data: readonly { archived?: boolean | undefined; snoozedUntil?: string | null | undefined }[]
  unreadable?: readonly unknown[]
}

/**
 * The count that a page of its filter shows, without archived and snoozed notifications. Some services clamp
 * `totalCount` to the page.
 */
export const countOf = ({ totalCount = 0, hasMore, data, unreadable = [] }: CountedPage): FeedCount => {
  const received = data.length + unreadable.length
  const isTotal = hasMore && totalCount > received
  const aside = data.filter(({ archived, snoozedUntil }) => archived === true || snoozedUntil).length
  return { count: (isTotal ? totalCount : received) - aside, hasMore: hasMore && !isTotal }
}

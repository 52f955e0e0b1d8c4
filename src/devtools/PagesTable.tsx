import type { Query } from '@tanstack/react-query'
import { polledKinds } from '../state/cache/refresh.ts'
import type { InspectorState } from '../state/inspector.ts'
import type { InboxKeys } from '../state/model/inboxKeys.ts'
import { stampedPages } from '../state/model/stampedPage.ts'
import { ageText, Table } from './Table.tsx'

const filterText = (filter: object) =>
  Object.entries(filter)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${String(value)}`]))
    .join(', ') || 'all'

const kindTexts: Record<string, string> = { feed: 'feed page', newest: 'newest page', count: 'count' }

export interface PagesProps {
  queries: readonly Query[]
  keys: InboxKeys
  /** The current time, in milliseconds since 1970. */
  now: number
}

const kindOf = (keys: InboxKeys, { queryKey }: Query) => String(keys.kindOf(queryKey))

/** The cached responses, as the service sent them. */
export const PagesTable = ({ queries, keys, now }: PagesProps) => (
  <Table
    caption="Pages"
    columns={['Kind', 'Filter', 'Notifications', 'Requested']}
    empty="No response yet."
    rows={queries
      .filter((query) => kindOf(keys, query) in kindTexts)
      .flatMap((query) =>
        stampedPages(query.state.data).map(({ data, requestedAt, hasMore, totalCount }) => ({
          key: `${query.queryHash} ${requestedAt}`,
          state: query.state.status === 'error' ? 'failed' : undefined,
          cells: [
            kindTexts[kindOf(keys, query)],
            filterText(keys.filterOf(query.queryKey)),
            `${data.length}${hasMore ? ' and more' : ''}${totalCount === undefined ? '' : ` of ${totalCount}`}`,
            <time key="at" dateTime={new Date(requestedAt).toISOString()}>
              {ageText(now - requestedAt)}
            </time>,
          ],
        })),
      )}
  />
)

const lockTexts = {
  held: 'held by this tab',
  released: 'last held by this tab',
  elsewhere: 'held by another tab',
} as const

export interface PollsProps extends PagesProps {
  inspector: InspectorState
  /** Prefix of the names of this inbox's locks. */
  lockPrefix: string
}

/**
 * This tab's part in each polled query. No tab leads: the tab whose timer fires first fetches, and broadcasts the
 * response.
 */
export const PollsTable = ({ queries, keys, now, inspector, lockPrefix }: PollsProps) => {
  const polled = queries.filter((query) => polledKinds.some((kind) => kind === kindOf(keys, query)))
  const since = (at: number | undefined) => ageText(at === undefined ? undefined : now - at)
  return (
    <Table
      caption="Polling"
      columns={['Query', 'Broadcast', 'Received', 'Lock']}
      empty="No query is polled yet."
      rows={polled.map((query) => {
        const poll = inspector.polls.get(JSON.stringify(query.queryKey))
        const lock = inspector.locks.get(`${lockPrefix} ${query.queryHash}`)
        return {
          key: query.queryHash,
          state: query.state.fetchStatus,
          cells: [
            `${kindTexts[kindOf(keys, query)]}, ${filterText(keys.filterOf(query.queryKey))}`,
            since(poll?.broadcastAt),
            since(poll?.receivedAt),
            lock ? lockTexts[lock] : 'none',
          ],
        }
      })}
    />
  )
}

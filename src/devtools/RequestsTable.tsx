import type { InspectedRequest } from '../state/inspector.ts'
import { ageText, Table } from './Table.tsx'

/** The relevant part of a URL: its last two path segments and the query. */
const shortUrl = (address: string) => {
  const { pathname, search } = new URL(address, document.baseURI)
  return pathname.split('/').slice(-2).join('/') + decodeURIComponent(search)
}

const isFine = (outcome: InspectedRequest['outcome']) =>
  outcome === undefined || (typeof outcome === 'number' && outcome < 400)

/** The latest requests, one row per attempt. */
export const RequestsTable = ({ requests, now }: { requests: readonly InspectedRequest[]; now: number }) => (
  <Table
    caption="Requests"
    columns={['Request', 'Status', 'Duration', 'Age']}
    empty="No request yet. Requests of a custom client are not listed."
    rows={requests.map(({ id, method, url, startedAt, duration, outcome }) => ({
      key: String(id),
      state: isFine(outcome) ? undefined : 'failed',
      cells: [
        `${method} ${shortUrl(url)}`,
        outcome ?? 'pending',
        duration === undefined ? '' : `${Math.round(duration)} ms`,
        ageText(now - startedAt),
      ],
    }))}
  />
)

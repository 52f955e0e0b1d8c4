import type { InspectedRequest } from '../state/inspector.ts'
import { ageText, Table } from './Table.tsx'

/** What matters of an address: its last two steps, and the query. */
const shortUrl = (address: string) => {
  const { pathname, search } = new URL(address, globalThis.location.href)
  return pathname.split('/').slice(-2).join('/') + decodeURIComponent(search)
}

const isFine = (outcome: InspectedRequest['outcome']) =>
  outcome === undefined || (typeof outcome === 'number' && outcome < 400)

/** The latest requests, one line for each attempt. */
export const RequestsTable = ({ requests, now }: { requests: readonly InspectedRequest[]; now: number }) => (
  <Table
    caption="Requests"
    columns={['Request', 'Status', 'Took', 'Age']}
    empty="None. Those of a client of your own are not seen."
    rows={requests.map(({ id, method, url, startedAt, duration, outcome }) => ({
      key: String(id),
      state: isFine(outcome) ? undefined : 'failed',
      cells: [
        `${method} ${shortUrl(url)}`,
        outcome ?? 'on its way',
        duration === undefined ? '' : `${Math.round(duration)} ms`,
        ageText(now - startedAt),
      ],
    }))}
  />
)

import type { InspectorState } from '../state/inspector.ts'
import type { MarkLog } from '../state/marks/markLog.ts'
import type { MarkTarget } from '../state/model/mark.ts'
import { ageText, Table } from './Table.tsx'

const targetText = (target: MarkTarget) =>
  target.kind === 'messages' ? target.ids.join(', ') : target.feeds ? `all of ${target.feeds.join(', ')}` : 'all'

const flagsText = ({ read, seen }: { read: boolean; seen: boolean }) =>
  `${read ? 'read' : 'unread'}, ${seen ? 'seen' : 'unseen'}`

export interface MarksTableProps {
  log: MarkLog
  /** When each mark was made, by its id. In milliseconds since 1970. */
  madeAt: InspectorState['marks']
  /** The current time, in milliseconds since 1970. */
  now: number
}

/** The mark log: pending and failed marks, and settled marks that still apply to a cached feed page. */
export const MarksTable = ({ log, madeAt, now }: MarksTableProps) => {
  // The inspector records each change of the log, and renders this again.
  const { failed, settledAlls, settledItems } = log.getState()
  const since = (id: string) => {
    const at = madeAt.get(id)
    return ageText(at === undefined ? undefined : now - at)
  }
  return (
    <Table
      caption="Marks"
      columns={['Mark', 'Target', 'Status', 'Age']}
      empty="No mark applies to a cached feed page."
      rows={[
        ...log.getPending().map(({ id, verb, target, status }) => ({
          key: id,
          state: status,
          cells: [verb, targetText(target), status, since(id)],
        })),
        ...failed.map(({ id, verb, target, error }) => ({
          key: id,
          state: 'failed',
          cells: [verb, targetText(target), `failed: ${error.name}`, since(id)],
        })),
        ...settledAlls.map(({ verb, feeds, settledAt }) => ({
          key: `all ${settledAt}`,
          state: 'settled',
          cells: [verb, targetText({ kind: 'all', feeds }), 'settled', ageText(now - settledAt)],
        })),
        ...[...settledItems].map(([id, item]) => ({
          key: `item ${id}`,
          state: 'settled',
          cells: [flagsText(item), id, 'settled', ageText(now - item.settledAt)],
        })),
      ]}
    />
  )
}

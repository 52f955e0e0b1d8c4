import type { InspectorState } from '../state/inspector.ts'
import type { Intent } from '../state/log/intent.ts'
import type { IntentLog } from '../state/log/intentLog.ts'
import { ageText, Table } from './Table.tsx'

/** The fields of an intent that say what it does. */
interface What {
  verb?: string
  feeds?: readonly string[]
  change?: unknown
}

const textsOf = (intent: Intent): [what: string, target: string] => {
  const { verb = intent.kind, feeds, change }: What & Intent = intent
  if (change !== undefined) return [verb, JSON.stringify(change)]
  return [verb, intent.ids?.join(', ') ?? (feeds ? `all of ${feeds.join(', ')}` : 'all')]
}

const flagsText = ({ read, seen }: { read: boolean; seen: boolean }) =>
  `${read ? 'read' : 'unread'}, ${seen ? 'seen' : 'unseen'}`

export interface MarksTableProps {
  log: IntentLog
  /** When each mark was made, by its id. In milliseconds since 1970. */
  madeAt: InspectorState['marks']
  /** The current time, in milliseconds since 1970. */
  now: number
}

/** The mark log: pending and failed marks, and settled marks that still apply to a cached feed page. */
export const MarksTable = ({ log, madeAt, now }: MarksTableProps) => {
  // The inspector records each change of the log, and renders this again.
  const { failed, settledOthers, settledItems } = log.getState()
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
        ...log.getPending().map((intent) => ({
          key: intent.id,
          state: intent.status,
          cells: [...textsOf(intent), intent.status, since(intent.id)],
        })),
        ...failed.map((intent) => ({
          key: intent.id,
          state: 'failed',
          cells: [...textsOf(intent), `failed: ${intent.error.name}`, since(intent.id)],
        })),
        ...settledOthers.map(({ intent, settledAt }) => ({
          key: `all ${settledAt}`,
          state: 'settled',
          cells: [...textsOf(intent), 'settled', ageText(now - settledAt)],
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

import type { MarkVerb } from '../contract/marks.ts'
import type { InspectorState } from '../state/inspector.ts'
import { feedsOf, isFeedIntent } from '../state/log/feedIntent.ts'
import type { Intent } from '../state/log/intent.ts'
import type { IntentLog } from '../state/log/intentLog.ts'
import { type Flags, ownFlag } from '../state/model/mark.ts'
import { ageText, Table } from './Table.tsx'

const textsOf = (intent: Intent): [what: string, target: string] => {
  if (!isFeedIntent(intent)) {
    const { id: _id, kind, subject: _subject, madeAt: _madeAt, isQuiet: _isQuiet, ...chosen } = intent
    return [kind, JSON.stringify(chosen)]
  }
  if (intent.ids !== undefined) return [intent.verb, intent.ids.join(', ')]
  const feeds = feedsOf(intent)
  return [intent.verb, feeds ? `all of ${feeds.join(', ')}` : 'all']
}

const flagsText = (flags: Flags) =>
  [
    ...(Object.keys(ownFlag) as MarkVerb[]).filter((verb) => flags[ownFlag[verb][0]] === ownFlag[verb][1]),
    ...(flags.archived ? ['archived'] : []),
    ...(flags.snoozedUntil ? [`snoozed until ${flags.snoozedUntil}`] : []),
    ...(flags.deleted ? ['deleted'] : []),
  ].join(', ')

export interface MarksTableProps {
  log: IntentLog
  /** When each mark was made, by its id. In milliseconds since 1970. */
  madeAt: InspectorState['marks']
  /** The current time, in milliseconds since 1970. */
  now: number
}

/** The log: what is pending, what failed, and what has settled and still applies to a cached page. */
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

import { sql } from '../database/kysely.ts'
import type { Trx } from '../database/tables.ts'
import { smallestStep } from '../poller.ts'
import type { Catalog } from '../workspace/catalog.ts'
import type { CatalogStep } from '../workspace/compileSteps.ts'

/** By what a wait is shortened that a clock has stored which was ahead. */
const rewindOf = (step: CatalogStep): 'all' | 'days' | 'nothing' => {
  // The time is the event's own, which no clock of ours has made.
  if (step.kind === 'delay') return step.delay.type === 'regular' ? 'all' : 'nothing'
  // Its time of day stays: by whole days.
  return step.kind === 'digest' && step.digest.type === 'timed' ? 'days' : 'all'
}

/** Makes runs due earlier whose wait a clock has stored that was ahead. */
export const rewindRuns = async (trx: Trx, catalog: Catalog, time: Date): Promise<void> => {
  const steps = [...catalog.workflows.values()].flatMap(({ identifier, steps: all }) =>
    all.map((step) => ({ workflow: identifier, step: step.name, by: rewindOf(step) })),
  )
  const lead = sql`(last_event_at - ${time}::timestamptz)`
  await sql`
    update tidings.runs set
      due_at = due_at - case by
        when 'all' then ${lead} when 'days' then date_trunc('day', ${lead} + interval '12 hours') else '0' end,
      last_event_at = ${time}
    from jsonb_to_recordset(${JSON.stringify(steps)}::jsonb) as steps (workflow text, step text, by text)
    where runs.workflow = steps.workflow and runs.step = steps.step and environment_id = ${catalog.environmentId}
      and due_at > ${time} and last_event_at > ${new Date(time.getTime() + smallestStep)}`.execute(trx)
}

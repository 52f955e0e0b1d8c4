import { sql } from '../database/kysely.ts'
import type { RunRow, SubscriberRow, Trx } from '../database/tables.ts'
import type { CatalogWorkflow } from '../workspace/catalog.ts'
import { digestId, digestKeyOf } from './digests.ts'

/**
 * The digests that events can join, by `digestId`. A subscriber may have thousands of others. The transaction has
 * locked the recipients.
 */
export const findDigests = async (
  trx: Trx,
  events: readonly { workflow: CatalogWorkflow | undefined; payload: Record<string, unknown> | undefined }[],
  recipients: Iterable<SubscriberRow>,
): Promise<Map<string, RunRow>> => {
  const keys = events.flatMap(({ workflow, payload }) =>
    (workflow?.steps ?? []).flatMap((step) => (step.kind === 'digest' ? digestKeyOf(step, payload) : [])),
  )
  if (keys.length === 0) return new Map()
  const rows = await trx
    .selectFrom('tidings.runs')
    .selectAll()
    .where(sql<boolean>`subscriber_key = any(${Array.from(recipients, ({ id }) => id)}::text[])`)
    .where(sql<boolean>`digest_key = any(${[...new Set(keys)]}::text[])`)
    .execute()
  return new Map(rows.map((row) => [digestId(row), row]))
}

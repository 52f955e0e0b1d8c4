import { sql } from '../database/kysely.ts'
import type { RunRow, SubscriberRow, Trx } from '../database/tables.ts'
import type { CatalogWorkflow } from '../workspace/catalog.ts'
import { digestId } from './takeSteps.ts'

/** The digests of workflows for recipients, by `digestId`. The transaction has locked the recipients. */
export const findDigests = async (
  trx: Trx,
  workflows: readonly CatalogWorkflow[],
  recipients: readonly SubscriberRow[],
): Promise<Map<string, RunRow>> => {
  const digesting = workflows.filter(({ steps }) => steps.some(({ kind, active }) => kind === 'digest' && active))
  if (digesting.length === 0) return new Map()
  const rows = await trx
    .selectFrom('tidings.runs')
    .selectAll()
    .where(sql<boolean>`subscriber_key = any(${recipients.map(({ id }) => id)}::text[])`)
    .where(sql<boolean>`workflow = any(${digesting.map(({ identifier }) => identifier)}::text[])`)
    .where('digest_key', 'is not', null)
    .execute()
  return new Map(rows.map((row) => [digestId(row), row]))
}

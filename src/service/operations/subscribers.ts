import { appendCredentialsBody } from '../../contract/appendCredentials.ts'
import type { BulkSubscribersResult, SubscriberEntry } from '../../contract/bulkSubscribers.ts'
import type { DeletedSubscriber } from '../../contract/extensions/deletedSubscriber.ts'
import { operations } from '../../contract/operations.ts'
import type { Subscriber } from '../../contract/subscriber.ts'
import { readBody, readList } from '../http/readInput.ts'
import { Refusal } from '../http/Refusal.ts'
import { onAnyChannel } from '../messages/inFeed.ts'
import { noIntegration, resolveAddition, withChannels } from '../subscribers/appendChannels.ts'
import { checkEntry } from '../subscribers/checkEntry.ts'
import { findSubscriber } from '../subscribers/findSubscribers.ts'
import { toSubscriber } from '../subscribers/profile.ts'
import { mergeEntries, storeProfiles, upsertSubscribers } from '../subscribers/upsertSubscribers.ts'
import type { Implementation } from './Implementation.ts'

export const appendCredentials: Implementation<Subscriber> = ({ subscriberId, body }) => {
  const addition = readBody(appendCredentialsBody, body)
  return async ({ trx, catalog, time }) => {
    const row = await findSubscriber(trx, catalog, subscriberId, { lock: true })
    const resolved = resolveAddition(catalog, addition)
    if (!resolved) throw new Refusal(400, noIntegration(addition))
    const changed = withChannels(row, [resolved], time)
    await storeProfiles(trx, [changed])
    return toSubscriber(changed, catalog)
  }
}

export const bulkSubscribers: Implementation<BulkSubscribersResult> = ({ body }) => {
  const checked = readList(body, operations.bulkSubscribers.limit).map(checkEntry)
  const entries = checked.flatMap(({ value }) => (value ? [value] : []))
  const failed = checked.flatMap(({ failure }) => (failure ? [failure] : []))
  return async ({ trx, catalog, time, log }) => {
    const rows = await upsertSubscribers(trx, catalog, mergeEntries(entries), time)
    const added = rows.filter(({ version }) => version === 0).map((row) => row.subscriber_id)
    // Log failures: the call succeeds, and many senders don't check the lists.
    if (failed.length > 0) log(unstored(failed))
    return { ...report(entries, added), failed }
  }
}

export const getSubscriber: Implementation<Subscriber> =
  ({ subscriberId }) =>
  async ({ trx, catalog }) =>
    toSubscriber(await findSubscriber(trx, catalog, subscriberId), catalog)

export const deleteSubscriber: Implementation<DeletedSubscriber> =
  ({ subscriberId }) =>
  async ({ trx, catalog, report: { changed } }) => {
    const { id } = await findSubscriber(trx, catalog, subscriberId, { lock: true })
    await trx.deleteFrom('tidings.messages').where('subscriber_key', '=', id).where(onAnyChannel).execute()
    await trx.deleteFrom('tidings.runs').where('subscriber_key', '=', id).execute()
    await trx.deleteFrom('tidings.subscribers').where('id', '=', id).execute()
    changed.add(subscriberId)
    return { acknowledged: true, status: 'deleted' }
  }

/** One line for a call, which can have hundreds of them. */
const unstored = (failed: readonly { message: string; subscriberId?: string }[]): string => {
  const lines = failed.slice(0, 10).map(({ subscriberId, message }) => `${JSON.stringify(subscriberId)}: ${message}`)
  const more = failed.length > lines.length ? `; and ${failed.length - lines.length} more` : ''
  return `Subscribers of a bulk call were not stored: ${lines.join('; ')}${more}. Correct them, and send them again.`
}

/** Separates created from updated subscribers. An id that appears twice in one call was created, then updated. */
const report = (entries: SubscriberEntry[], added: readonly string[]) => {
  const unreported = new Set(added)
  const created: { subscriberId: string }[] = []
  const updated: { subscriberId: string }[] = []
  for (const { subscriberId } of entries) (unreported.delete(subscriberId) ? created : updated).push({ subscriberId })
  return { created, updated }
}

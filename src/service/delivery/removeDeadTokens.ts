import { sql } from '../database/kysely.ts'
import type { MessageRow, Trx } from '../database/tables.ts'
import { storeProfiles } from '../subscribers/upsertSubscribers.ts'

/** Removes device tokens that a provider calls dead from a subscriber, and from a message that is tried again. */
export const removeDeadTokens = async (
  trx: Trx,
  row: MessageRow,
  { deadTokens, time }: { deadTokens: readonly string[]; time: Date },
): Promise<void> => {
  const lives = (token: string) => !deadTokens.includes(token)
  const subscriber = await trx
    .selectFrom('tidings.subscribers')
    .selectAll()
    .where('id', '=', row.subscriber_key)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!subscriber) return
  // Whatever the integration: a token is dead for each that has it.
  const channels = subscriber.channels.map((settings) => {
    const { deviceTokens } = settings.credentials
    if (!deviceTokens || deviceTokens.every(lives)) return settings
    return { ...settings, credentials: { ...settings.credentials, deviceTokens: deviceTokens.filter(lives) } }
  })
  await storeProfiles(trx, [{ ...subscriber, channels, version: subscriber.version + 1, updated_at: time }])
  await trx
    .updateTable('tidings.messages')
    .set({ device_tokens: sql<string>`${JSON.stringify(row.device_tokens.filter(lives))}::jsonb` })
    .where('id', '=', row.id)
    .where('subscriber_key', '=', row.subscriber_key)
    .execute()
}

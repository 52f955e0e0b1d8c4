import { chunks, rowsPerStatement } from '../database/chunks.ts'
import type { Trx } from '../database/tables.ts'
import type { NewMessage } from './buildMessages.ts'

/** Stores messages. */
export const insertMessages = async (trx: Trx, messages: readonly NewMessage[]): Promise<void> => {
  for (const chunk of chunks(messages, rowsPerStatement))
    await trx.insertInto('tidings.messages').values(chunk).execute()
}

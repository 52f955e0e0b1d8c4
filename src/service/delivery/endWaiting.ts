import type { Trx } from '../database/tables.ts'

/** The `error_id` of a message whose channel the recipient has switched off. */
export const switchedOffId = 'switched_off'

/** The `error_id` of a message whose notification the recipient has read in the app. */
export const readId = 'read'

/** The `error_id` of a message whose event was canceled. */
export const canceledId = 'canceled'

/** Whether a message that is not sent has not failed: its recipient does not want or need it. */
export const isCanceled = ({ error_id }: { error_id?: string | null | undefined }): boolean =>
  error_id === switchedOffId || error_id === readId || error_id === canceledId

/** Continues the run that waits for a message to be sent, or ends it if the message has failed. */
export const endWaiting = async (
  trx: Trx,
  messageId: string,
  { time, error_id = null }: { time: Date; error_id?: string | null | undefined },
) => {
  const hasFailed = error_id !== null && !isCanceled({ error_id })
  if (hasFailed) await trx.deleteFrom('tidings.runs').where('waits_for', '=', messageId).execute()
  else
    await trx
      .updateTable('tidings.runs')
      .set({ waits_for: null, due_at: time })
      .where('waits_for', '=', messageId)
      .execute()
}

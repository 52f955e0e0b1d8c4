import { appendCredentialsBody } from '../../contract/appendCredentials.ts'
import type { Subscriber } from '../../contract/subscriber.ts'
import { HttpError } from '../http/HttpError.ts'
import { readBody } from '../http/readInput.ts'
import { appendChannels, noIntegration, resolveAddition } from '../subscribers/appendChannels.ts'
import { findSubscriber } from '../subscribers/findSubscribers.ts'
import { toSubscriber } from '../subscribers/toSubscriber.ts'
import type { Implementation } from './Implementation.ts'

/** Modify subscriber credentials (4.1). */
export const appendCredentials: Implementation<Subscriber> = ({ subscriberId, body }) => {
  const addition = readBody(appendCredentialsBody, body)
  return async ({ trx, catalog, time }) => {
    const row = await findSubscriber(trx, catalog, subscriberId, { lock: true })
    const resolved = resolveAddition(catalog, addition)
    if (!resolved) throw new HttpError(400, noIntegration(addition))
    return toSubscriber(await appendChannels(trx, row, [resolved], time), catalog)
  }
}

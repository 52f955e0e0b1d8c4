import type * as z from 'zod/mini'
import { inboxOperations } from '../contract/inboxOperations.ts'
import type { MarkAsBody } from '../contract/marks.ts'
import type { Operation } from '../contract/operation.ts'
import { encodePayload } from '../contract/payload.ts'
import type { CallOptions } from './clientOptions.ts'
import type { Send } from './createSend.ts'
import { RequestError } from './errors/RequestError.ts'
import type { FeedRequest, InboxClient } from './inboxClient.ts'

/** The calls of an inbox. `MarkAs` determines the fields of a mark's messages: all on a server, fewer in a browser. */
export type InboxCalls<MarkAs extends Operation> = Omit<InboxClient, 'baseUrl' | 'markAs'> & {
  markAs(subscriberId: string, mark: MarkAsBody, call?: CallOptions): Promise<z.output<MarkAs['answer']>>
}

/** The four calls of both clients. */
export const inboxCalls = <MarkAs extends Operation>(send: Send, markAs: MarkAs): InboxCalls<MarkAs> => ({
  getFeed: async (subscriberId, query = {}, call) =>
    send('getFeed', inboxOperations.getFeed, { subscriberId, query: encodeQuery(query), call }),
  getPreferences: (subscriberId, query = {}, call) =>
    send('getPreferences', inboxOperations.getPreferences, { subscriberId, query, call }),
  markAs: (subscriberId, body, call) => send('markAs', markAs, { subscriberId, body, call }),
  markAll: (subscriberId, body, call) => send('markAll', inboxOperations.markAll, { subscriberId, body, call }),
})

const encodeQuery = ({ payload, ...query }: FeedRequest): object => {
  if (payload === undefined) return query
  const refuse = (message: string, cause?: unknown) =>
    new RequestError('getFeed', [{ field: 'payload', message }], { cause })
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) throw refuse('must be an object')
  try {
    return { ...query, payload: encodePayload(payload) }
  } catch (error) {
    throw refuse("can't be converted to JSON", error)
  }
}

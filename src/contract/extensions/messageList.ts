import * as z from 'zod/mini'
import { channels } from '../channel.ts'
import { feedLimit } from '../inbox/constants.ts'
import { message } from '../message.ts'
import type { Operation } from '../operation.ts'
import { maybe, responseObject } from '../responseSchema.ts'
import { whole } from './queryFields.ts'

/** The query of `listMessages`. It accepts typed values, and their text in a URL. */
export const messagesQuery = z.strictObject({
  /** Only messages of this channel. Default: all channels. */
  channel: z.optional(z.enum(channels)),
  /** Only messages to this subscriber. Default: all subscribers. */
  subscriberId: z.optional(z.string()),
  /** Only messages of the event with this transaction id. Default: all events. */
  transactionId: z.optional(z.string()),
  /** Number of the page, from 0. Default 0. */
  page: z.optional(whole(0, 1_000_000, 'must be a whole number of 0 or more, at most 1,000,000')),
  /** Maximum number of messages in the response, 1 to 100. Default 10. */
  limit: z.optional(whole(1, feedLimit.max, `must be a whole number from 1 to ${feedLimit.max}`)),
})
export type MessagesQuery = z.output<typeof messagesQuery>

/** A page of a list of messages. It contains secrets of delivery, and must not reach a browser. */
export const messagePage = responseObject({
  /** Number of messages that match. tidings-service does not count them. */
  totalCount: maybe(z.number()),
  /** Whether there is a next page. */
  hasMore: z.boolean(),
  /** Messages of the page, newest first. */
  data: z.array(message),
  /** Number of messages in this response. Some services repeat the requested limit instead. */
  pageSize: z.number(),
  /** Number of this page. */
  page: z.number(),
})
export type MessagePage = z.output<typeof messagePage>

/** The list of messages of all channels: what became of each of them. Only for a server with the API key. */
export const messageOperations = {
  /** Returns a page of messages, with the state of their delivery. */
  listMessages: {
    method: 'GET',
    path: '/v1/messages',
    query: messagesQuery,
    response: messagePage,
    status: 200,
  },
} as const satisfies Record<string, Operation>

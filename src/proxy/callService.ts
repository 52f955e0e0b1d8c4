import { keyHeaders } from '../client/apiKey.ts'
import { createSend, type Send } from '../client/createSend.ts'
import { ContractError } from '../client/errors/ContractError.ts'
import { isHttpError, type HttpError } from '../client/errors/HttpError.ts'
import { SetupError } from '../client/errors/SetupError.ts'
import { toError } from '../client/errors/toError.ts'
import type { RequestInput } from '../client/prepareRequest.ts'
import { inboxOperations, type InboxOperationName } from '../contract/inboxOperations.ts'
import { isWrite } from '../contract/operation.ts'
import { serverOperations } from '../contract/serverOperations.ts'
import { pickFeedPage, pickMessages, pickPreferences, dropOtherSubscribers } from './pickPublicFields.ts'
import type { ProxySettings } from './proxySettings.ts'

/** A request that may go to the service, for the subscriber that is signed in. */
export interface ServiceRequest extends RequestInput {
  name: InboxOperationName
  subscriberId: string
}

/**
 * The service does not know the reader: somebody new, who opens the inbox before anything was sent to them. (Production
 * answers 400 where others answer 404.)
 */
const isUnknownReader = (error: unknown) =>
  isHttpError(error) && (error.status === 404 || error.status === 400) && error.body?.message !== undefined

const refusedKey = (serviceUrl: string, cause: HttpError) =>
  new SetupError(
    'TIDINGS_310',
    'createInboxProxy',
    {
      what: `the service at ${serviceUrl} returned ${cause.status}.`,
      why: 'It refuses the `apiKey` of this proxy: the key is wrong, is no longer in use, or belongs to another environment or service.',
      cure: 'Set `apiKey` to the secret key of this environment, check `serviceUrl`, and restart the server.',
    },
    { cause },
  )

/**
 * Asks the service, and resolves with the part of its answer that may leave the server. A reader whom the service does not
 * know yet is made known to it (4.4): their inbox is empty, and not broken.
 */
export type CallService = (question: ServiceRequest, report: (error: Error) => void) => Promise<unknown>

/** Makes the proxy's way to the service. Input is checked against the contract before anything goes up. */
export const callService = ({ serviceUrl, apiKey, timeout, fetch }: ProxySettings): CallService => {
  const { send: sendOnce } = createSend(
    {
      baseUrl: serviceUrl,
      timeout,
      // A service does not move: the key must not follow wherever its address should lead.
      fetch: (input, init) => fetch(input, { ...init, redirect: 'manual' }),
      // The page's client repeats what failed. Doing so here too would multiply the attempts.
      retry: false,
    },
    { factory: 'createInboxProxy', identify: () => keyHeaders(apiKey) },
  )
  const send: Send = async (...call) => {
    try {
      return await sendOnce(...call)
    } catch (error) {
      throw isHttpError(error) && (error.status === 401 || error.status === 403) ? refusedKey(serviceUrl, error) : error
    }
  }

  const ask: CallService = async ({ name, ...input }, report) => {
    const own = <Entry extends object>(entries: readonly Entry[]) =>
      dropOtherSubscribers(entries, input.subscriberId, (count) =>
        report(
          new SetupError('TIDINGS_304', name, {
            what: `the service returned ${count} entries of another subscriber. The proxy removed them.`,
          }),
        ),
      )
    switch (name) {
      case 'getFeed': {
        const page = await send(name, inboxOperations.getFeed, input)
        // The page never sees them, so the host has to hear of them.
        const unreadable = page.unreadable.flatMap(({ index, issues }) =>
          issues.map(({ field, message }) => ({ field: `data[${index}].${field}`, message })),
        )
        if (unreadable.length > 0) report(new ContractError(name, unreadable))
        return pickFeedPage({ ...page, data: own(page.data) })
      }
      case 'getPreferences':
        return pickPreferences(await send(name, inboxOperations.getPreferences, input))
      case 'markAs':
        return pickMessages(own(await send(name, inboxOperations.markAs, input)))
      case 'markAll':
        return send(name, inboxOperations.markAll, input)
    }
  }

  return async (question, report) => {
    try {
      return await ask(question, report)
    } catch (error) {
      if (isWrite(inboxOperations[question.name]) || !isUnknownReader(error)) throw error
      const body = { subscribers: [{ subscriberId: question.subscriberId }] }
      try {
        await send('bulkSubscribers', serverOperations.bulkSubscribers, {
          body,
          ...(question.call && { call: question.call }),
        })
      } catch (reason) {
        report(toError(reason))
        throw error
      }
      return ask(question, report)
    }
  }
}

import { eventOperations } from '../contract/extensions/cancelEvent.ts'
import { extensionOperations } from '../contract/extensions/extensionOperations.ts'
import { messageOperations } from '../contract/extensions/messageList.ts'
import { subscriberOperations } from '../contract/extensions/subscriberOperations.ts'
import { idRule, isAddressable, notificationPath } from '../contract/operation.ts'
import { operations } from '../contract/operations.ts'
import { checkApiKey, keyHeaders, refuseKeyOption } from './apiKey.ts'
import { bulkCalls } from './bulkCalls.ts'
import { createCappedSend, defaultResponseBytes } from './cappedSend.ts'
import type { ClientOptions } from './clientOptions.ts'
import { RequestError } from './errors/RequestError.ts'
import { guardOperation, guardOperations } from './guardOperations.ts'
import type { HintPublisher } from './hintPublisher.ts'
import { subscriberCalls } from './inboxClient.ts'
import { notificationCalls } from './notificationCalls.ts'
import type { ServiceClient } from './serviceClient.ts'

/** The options of `createServiceClient`. */
export interface ServiceClientOptions extends ClientOptions {
  /**
   * Secret key of the environment. It must not leave the server. Without one, each call rejects with a RequestError:
   * a build evaluates the module of the client, and often has no secrets.
   */
  apiKey: string | undefined
  /**
   * Hub of `createLiveHub`. It gets a hint for the recipients of each acknowledged event, so that their open inboxes
   * fetch. Pass the same hub to `createInboxProxy`. tidings/service sends such hints itself. Default: none.
   */
  live?: HintPublisher
}

/**
 * The client of a server that has the API key. It reads at most 16 MiB of a response.
 * @throws RequestError in a browser, for an invalid `baseUrl`, and for a key that no header can contain.
 */
export const createServiceClient = (options: ServiceClientOptions): ServiceClient => {
  const factory = 'createServiceClient'
  refuseKeyOption(factory, options)
  const readKey = () => checkApiKey(factory, options.apiKey)
  if (options.apiKey) readKey()
  const { baseUrl, environment, send } = createCappedSend(
    { ...options, timeout: options.timeout ?? 30_000, maxResponseBytes: defaultResponseBytes },
    {
      factory,
      identify: () => keyHeaders(readKey()),
    },
  )
  const table = guardOperations({
    ...subscriberOperations,
    // With all fields of a message.
    markAs: operations.markAs,
    appendCredentials: operations.appendCredentials,
  })
  return {
    baseUrl,
    ...subscriberCalls<Pick<ServiceClient, keyof typeof table>>(send, table),
    ...notificationCalls(send),
    ...bulkCalls(send, environment.newKey, options.live),
    getSubscriber: (subscriberId, call) =>
      send('getSubscriber', guardOperation(extensionOperations.getSubscriber), { subscriberId, call }),
    deleteSubscriber: (subscriberId, call) =>
      send('deleteSubscriber', guardOperation(extensionOperations.deleteSubscriber), { subscriberId, call }),
    listMessages: (query, call) =>
      send('listMessages', guardOperation(messageOperations.listMessages), { query, call }),
    cancelEvent: async (transactionId, call) => {
      if (!isAddressable(transactionId))
        throw new RequestError('cancelEvent', [{ field: 'transactionId', message: idRule }])
      const path = notificationPath(eventOperations.cancelEvent.path, transactionId)
      return send('cancelEvent', guardOperation({ ...eventOperations.cancelEvent, path }), { call })
    },
    getActiveIntegrations: (call) =>
      send('getActiveIntegrations', guardOperation(operations.getActiveIntegrations), { call }),
  }
}

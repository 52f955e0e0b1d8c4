import { operations } from '../contract/operations.ts'
import { checkApiKey, keyHeaders, refuseKeyOption } from './apiKey.ts'
import { bulkCalls } from './bulkCalls.ts'
import type { ClientOptions } from './clientOptions.ts'
import { createSend } from './createSend.ts'
import { inboxCalls } from './inboxCalls.ts'
import type { ServiceClient } from './serviceClient.ts'

/** Options of `createServiceClient`. */
export interface ServiceClientOptions extends ClientOptions {
  /** The secret key of the environment (part 5). It must stay on the server. */
  apiKey: string
}

/**
 * Makes the client of a server that holds the API key.
 * @throws RequestError in a browser, for a `baseUrl` that is no address, and for a key that no header can carry.
 */
export const createServiceClient = (options: ServiceClientOptions): ServiceClient => {
  const factory = 'createServiceClient'
  refuseKeyOption(factory, options)
  const apiKey = checkApiKey(factory, options.apiKey)
  const { baseUrl, environment, send } = createSend(
    { ...options, timeout: options.timeout ?? 30_000 },
    {
      factory,
      identify: () => keyHeaders(apiKey),
    },
  )
  return {
    baseUrl,
    ...inboxCalls(send, operations.markAs),
    ...bulkCalls(send, environment.newKey),
    appendCredentials: (subscriberId, body, call) =>
      send('appendCredentials', operations.appendCredentials, { subscriberId, body, call }),
    getActiveIntegrations: (call) => send('getActiveIntegrations', operations.getActiveIntegrations, { call }),
  }
}

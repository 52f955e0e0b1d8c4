import type { ClientOptions } from './clientOptions.ts'
import { createSend, type Send, type Sender } from './createSend.ts'
import { ContractError } from './errors/ContractError.ts'
import { toError } from './errors/TidingsError.ts'
import { readCapped } from './readCapped.ts'

/** The maximum size of a response on a server, in bytes: 100 notifications of 160 kB. */
export const defaultResponseBytes = 16_777_216

class ResponseTooLarge extends Error {
  override readonly name = 'ResponseTooLarge'
}

interface CappedSendOptions extends ClientOptions {
  timeout: number
  /** The maximum size of a response, in bytes, after decompression. */
  maxResponseBytes: number
  /** Changes the text of an error response. Default: it stays. */
  cleanError?: (text: string) => string
}

/**
 * `createSend` for a server, which serves others too: it reads at most `maxResponseBytes`, since a small compressed
 * response may be a large one. A larger one is a ContractError.
 */
export const createCappedSend = (
  { fetch, maxResponseBytes, cleanError = (text) => text, ...options }: CappedSendOptions,
  sender: Sender,
): ReturnType<typeof createSend> => {
  const tooLarge = () => new ResponseTooLarge(`The response is larger than ${maxResponseBytes} bytes.`)
  const client = createSend(
    {
      ...options,
      fetch: async (url, init) => {
        const response = await (fetch ?? globalThis.fetch)(url, init)
        const { status, headers, ok } = response
        const text = await readCapped(response, maxResponseBytes, tooLarge).catch((error: unknown) => {
          // The service need not send the rest.
          void response.body?.cancel()
          throw error
        })
        return { status, headers, text: async () => (ok ? text : cleanError(text)) }
      },
    },
    sender,
  )
  const send: Send = async (task, operation, input) => {
    try {
      return await client.send(task, operation, input)
    } catch (error) {
      if (!(toError(error).cause instanceof ResponseTooLarge)) throw error
      throw new ContractError(task, [{ field: '', message: `is larger than ${maxResponseBytes} bytes` }])
    }
  }
  return { ...client, send }
}

import { SetupError } from '../client/errors/SetupError.ts'
import { readCapped } from '../client/readCapped.ts'
import { withDeadline } from '../client/withDeadline.ts'
import { decodePayload } from '../contract/payload.ts'
import type { ProxySettings } from './proxySettings.ts'
import { Refusal } from './refusal.ts'

/**
 * The contract checks it afterwards.
 * @param lists parameters that may be repeated.
 * @throws Refusal 422 for another repeated parameter, and for an invalid payload.
 */
export const readQuery = (
  parameters: URLSearchParams,
  lists: readonly string[] = [],
): Record<string, string | string[]> => {
  const names = [...parameters.keys()]
  const fields = names
    .filter((name, index) => names.indexOf(name) < index && !lists.includes(name))
    .map((field) => ({ field, message: 'must not be repeated' }))
  const payload = parameters.get('payload')
  if (payload !== null && decodePayload(payload) === undefined)
    fields.push({ field: 'payload', message: 'must be a JSON object in base64' })
  if (fields.length > 0) throw new Refusal(422, 'The query is not valid.', { fields })
  const repeated = names.filter((name) => lists.includes(name)).map((name) => [name, parameters.getAll(name)])
  return { ...Object.fromEntries(parameters), ...Object.fromEntries(repeated) }
}

/**
 * Requires JSON. A page of another site can send a form or plain text without a preflight, but not JSON.
 * @throws Refusal 415.
 */
export const requireJson = (request: Request): void => {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') throw new Refusal(415, 'Send the body as application/json.')
}

/**
 * The contract checks it afterwards.
 * @throws Refusal 413 for a body of more than `maxBodyBytes`, without reading the rest; 408 if it takes longer than
 * `timeout`; 400 if it breaks off, or is not a JSON object.
 */
export const readBody = async (
  request: Request,
  { maxBodyBytes, timeout }: Pick<ProxySettings, 'maxBodyBytes' | 'timeout'>,
): Promise<object> => {
  const outcome = await withDeadline(() => readText(request, maxBodyBytes), timeout, request.signal)
  if (outcome.kind === 'failed') throw outcome.cause
  if (outcome.kind === 'timed-out') throw new Refusal(408, `The body did not arrive within ${timeout} ms.`)
  const body = parse(outcome.value)
  if (typeof body === 'object' && body !== null) return body
  throw new Refusal(400, 'The body is not a JSON object.', {
    log:
      'its body is not a JSON object. Inboxes send one, so a parser or a gateway in front of the proxy has probably ' +
      'changed it, for example to base64. Pass it on unchanged.',
  })
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const readText = async (request: Request, maxBytes: number): Promise<string> => {
  if (request.bodyUsed)
    throw new SetupError('TIDINGS_303', 'createInboxProxy', {
      what: 'the request body was already read before the proxy.',
      why: 'A body can be read only once, and `authenticate` or middleware before the proxy has read it.',
      cure: 'Read only the headers there, or read `request.clone()`.',
    })
  try {
    return await readCapped(request, maxBytes, () => new Refusal(413, `The body is larger than ${maxBytes} bytes.`))
  } catch (error) {
    // Leave the rest unread. Canceling it would make Node close the connection before the response is sent.
    throw error instanceof Refusal ? error : new Refusal(400, 'The body is incomplete or not UTF-8.')
  }
}

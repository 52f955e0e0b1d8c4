import { isObject } from '../isObject.ts'

/**
 * Removes the `{"data": X}` envelope of a response. Production wraps every response except the feed; the service of
 * this package wraps none by default. An object whose only key is `data` is an envelope. Anything else is the response
 * itself.
 */
export const openEnvelope = (body: unknown): unknown =>
  isObject(body) && Object.keys(body).join() === 'data' ? body.data : body

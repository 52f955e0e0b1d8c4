import { isNestedDeeper } from '../storable.ts'
import { HttpError } from './HttpError.ts'

const maxDepth = 100

/**
 * Reads a body as JSON, whatever content type it is sent as.
 * @throws HttpError 413 for one of more than `maxBytes`, 400 for one that is no JSON in UTF-8, or that nests lists
 * and objects more than 100 deep.
 */
export const readJson = async (request: Request, maxBytes: number): Promise<unknown> => {
  const bytes = await readBytes(request, maxBytes)
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new HttpError(400, 'The body is not JSON in UTF-8.')
  }
  if (isNestedDeeper(value, maxDepth))
    throw new HttpError(400, `The body nests lists and objects more than ${maxDepth} deep.`)
  return value
}

const readBytes = async (request: Request, maxBytes: number): Promise<Uint8Array> => {
  const tooLarge = () => new HttpError(413, `The body is larger than ${maxBytes} bytes. Split it into several calls.`)
  if (Number(request.headers.get('content-length')) > maxBytes) throw tooLarge()
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    // A length that was announced may be missing or wrong: what counts is what arrives.
    for await (const chunk of request.body ?? []) {
      length += chunk.byteLength
      if (length > maxBytes) throw tooLarge()
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof HttpError) throw error
    throw new HttpError(400, 'The body ended before it was complete.', { cause: error })
  }
  return Buffer.concat(chunks)
}

/**
 * Reads a body of at most so many bytes, without reading the rest. UTF-8.
 *
 * @param tooLarge creates the error of a larger body.
 * @throws TypeError for bytes that are not UTF-8, and any error of the body.
 */
export const readCapped = async (
  { headers, body }: Pick<Request, 'headers' | 'body'>,
  maxBytes: number,
  tooLarge: () => Error,
): Promise<string> => {
  if (Number(headers.get('content-length')) > maxBytes) throw tooLarge()
  const reader = body?.getReader()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  let bytes = 0
  try {
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
      bytes += part.value.byteLength
      if (bytes > maxBytes) throw tooLarge()
      text += decoder.decode(part.value, { stream: true })
    }
  } finally {
    reader?.releaseLock()
  }
  return text + decoder.decode()
}

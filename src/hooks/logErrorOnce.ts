import { isTidingsError } from '../client/errors/TidingsError.ts'

const said = new Set<string>()

/**
 * Development: shows a developer an error that no `onError` is told of; each kind of it once for each loading of the page,
 * since most come back with the next poll.
 */
export const logErrorOnce = (error: Error): void => {
  const kind = isTidingsError(error) ? `${error.code} ${error.operation}` : String(error)
  if (said.has(kind)) return
  said.add(kind)
  // oxlint-disable-next-line no-console -- for the developer, who has no other place to look
  console.error('tidings: an error occurred, and no `onError` prop handles it.', error)
}

import { matchOperation, withoutExtraSlashes } from '../../contract/matchOperation.ts'
import { serverOperations } from '../../contract/serverOperations.ts'
import type { JsonResponse } from './jsonResponse.ts'
import { served, type ServedName } from './served.ts'

/**
 * The line of the log for a refused call of a server. Many senders don't check responses: their notifications would be
 * missing, and nobody would see why. What inboxes are refused is in the log of the proxy.
 * @returns undefined if the setup can't be the cause. Nobody without a key can fill the log with lines that differ.
 */
export const refusalLine = (
  request: Request,
  { status, reason }: JsonResponse,
  authenticate: (request: Request) => void,
): string | undefined => {
  if (reason === undefined) return undefined
  const { method } = request
  const { pathname } = new URL(request.url)
  const { name } = matchOperation<ServedName>(served, method, pathname)
  const isLogged =
    status === 401 ||
    (name === undefined ? hasKey(request, authenticate) : name in serverOperations && [400, 413, 422].includes(status))
  const path = name
    ? served[name].path
    : withoutExtraSlashes(pathname).replace(/(?<=\/subscribers\/)[^/]+/, '{subscriberId}')
  return isLogged ? `${method} ${path} was refused with ${status}: ${reason.replaceAll(pathname, path)}` : undefined
}

const hasKey = (request: Request, authenticate: (request: Request) => void): boolean => {
  try {
    authenticate(request)
    return true
  } catch {
    return false
  }
}

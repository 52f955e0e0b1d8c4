import { inboxOperations, type InboxOperationName } from '../contract/inboxOperations.ts'
import { Refusal } from './refusal.ts'

/** An inbox operation that an address names, and whose. */
export interface Match {
  name: InboxOperationName
  /** As the address has it, decoded exactly once. */
  subscriberId: string
}

const names = Object.keys(inboxOperations) as InboxOperationName[]

/**
 * Finds which of the four inbox operations an address below `basePath` names.
 * @throws Refusal 404 for any other address.
 */
export const matchAddress = (pathname: string, basePath: string): [Match, ...Match[]] => {
  const [first, ...more] = pathname.startsWith(`${basePath}/`) ? matchAll(pathname.slice(basePath.length)) : []
  if (first) return [first, ...more]
  const start = pathname.search(/\/v\d\/subscribers\//)
  throw new Refusal(
    404,
    start >= 0 && matchAll(pathname.slice(start)).length > 0
      ? `The proxy serves the inbox below "${basePath}", but this address is elsewhere. Set basePath to the part of the path before /v1.`
      : 'This address is not an operation of the inbox.',
  )
}

/** What an address takes. */
export const methodsOf = (matches: readonly Match[]): string[] =>
  matches.map(({ name }) => inboxOperations[name].method)

/**
 * Finds the operation that a method chooses.
 * @throws Refusal 405 for a method that the address does not take.
 */
export const matchMethod = (method: string, matches: readonly Match[]): Match => {
  const match = matches.find(({ name }) => inboxOperations[name].method === method)
  if (match) return match
  const allow = methodsOf(matches).join(', ')
  throw new Refusal(405, `This address allows ${allow}.`, { headers: { allow } })
}

const matchAll = (path: string): Match[] => names.flatMap((name) => matchPath(name, path) ?? [])

const matchPath = (name: InboxOperationName, path: string): Match | undefined => {
  const wanted = inboxOperations[name].path.split('/')
  const given = path.split('/')
  const fits =
    wanted.length === given.length && wanted.every((part, at) => part === '{subscriberId}' || part === given[at])
  const subscriberId = fits ? decodeOnce(given[wanted.indexOf('{subscriberId}')]) : undefined
  return subscriberId ? { name, subscriberId } : undefined
}

const decodeOnce = (text = ''): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    // "%zz" is no text of any id.
    return undefined
  }
}

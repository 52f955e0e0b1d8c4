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
 * @throws Refusal 404 for any other address, 405 for the wrong method.
 */
export const matchOperation = (method: string, pathname: string, basePath: string): Match => {
  const matches = pathname.startsWith(`${basePath}/`)
    ? names.flatMap((name) => matchPath(name, pathname.slice(basePath.length)) ?? [])
    : []
  if (matches.length === 0) throw new Refusal(404, 'There is no such operation here.')
  const match = matches.find(({ name }) => inboxOperations[name].method === method)
  if (match) return match
  const allow = matches.map(({ name }) => inboxOperations[name].method).join(', ')
  throw new Refusal(405, `This address takes ${allow}.`, { headers: { allow } })
}

const matchPath = (name: InboxOperationName, path: string): Match | undefined => {
  const wanted = inboxOperations[name].path.split('/')
  const given = path.split('/')
  const fits =
    wanted.length === given.length &&
    wanted.every((part, at) => part === '{subscriberId}' || part === given[at])
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

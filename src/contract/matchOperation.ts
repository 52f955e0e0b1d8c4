import type { Operation } from './operation.ts'

/** The operations at a path, and the one that a method selects. */
export interface OperationMatch<Name extends string> {
  /** The operation. Undefined if the path does not allow the method. */
  name: Name | undefined
  /** The methods that the path allows, in the order of the table. Empty if the path belongs to no operation. */
  allow: readonly string[]
  /**
   * The subscriber's id in the path, decoded exactly once. Empty if the path has none. Undefined if the path belongs to
   * no operation, or if the id is not percent-encoded UTF-8.
   */
  subscriberId: string | undefined
  /** The `{id}` in the path, likewise. Undefined if the path has none. */
  id?: string | undefined
}

/**
 * A path without trailing and doubled slashes. Some frameworks and gateways add a slash to each address, and addresses
 * that are joined from two parts have two.
 */
export const withoutExtraSlashes = (path: string): string => path.replaceAll(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '')

/**
 * Finds the operation for a method and a path: the inverse of `operationPath`. Extra slashes are ignored. Otherwise the
 * match is exact: it ignores no case, and resolves no dot segments, which `URL` has resolved before.
 * @param table operations by name. If a path fits two templates, such as "…/count" and "…/{id}", the first one counts.
 * @param path begins with "/v1" or "/v2": any base path is removed.
 */
export const matchOperation = <Name extends string>(
  table: Readonly<Record<Name, Pick<Operation, 'method' | 'path'>>>,
  method: string,
  path: string,
): OperationMatch<Name> => {
  const segments = withoutExtraSlashes(path).split('/')
  const names = Object.keys(table) as Name[]
  const first = names.find((name) => fits(table[name].path, segments))
  const template = first && table[first].path
  const here = names.filter((name) => table[name].path === template)
  const parameterOf = (parameter: string) => segments[template?.split('/').indexOf(parameter) ?? -1]
  const id = parameterOf('{id}')
  return {
    name: here.find((name) => table[name].method === method),
    allow: here.map((name) => table[name].method),
    subscriberId: template && decode(parameterOf('{subscriberId}') ?? ''),
    ...(id !== undefined && { id: decode(id) }),
  }
}

const fits = (template: string, segments: readonly string[]): boolean => {
  const parts = template.split('/')
  return (
    parts.length === segments.length &&
    parts.every((part, index) => (part.startsWith('{') ? segments[index] !== '' : part === segments[index]))
  )
}

const decode = (segment: string): string | undefined => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

import type { Operation } from './operation.ts'

/** The operations at a path, and the one that a method selects. */
export interface OperationMatch<Name extends string> {
  /** The operation. Undefined if the path does not allow the method. */
  name: Name | undefined
  /** The methods that the path allows, in the order of the table. Empty if the path belongs to no operation. */
  allow: readonly string[]
  /**
   * The path's parameter, decoded exactly once. Empty if the path has none. Undefined if the path belongs to no
   * operation, or if the parameter is not percent-encoded UTF-8.
   */
  subscriberId: string | undefined
}

/**
 * A path without trailing and doubled slashes. Some frameworks and gateways add a slash to each address, and addresses
 * that are joined from two parts have two.
 */
export const withoutExtraSlashes = (path: string): string => path.replaceAll(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '')

/**
 * Finds the operation for a method and a path: the inverse of `operationPath`. Extra slashes are ignored. Otherwise the
 * match is exact: it ignores no case, and resolves no dot segments, which `URL` has resolved before.
 * @param table operations by name.
 * @param path begins with "/v1" or "/v2": any base path is removed.
 */
export const matchOperation = <Name extends string>(
  table: Readonly<Record<Name, Pick<Operation, 'method' | 'path'>>>,
  method: string,
  path: string,
): OperationMatch<Name> => {
  const segments = withoutExtraSlashes(path).split('/')
  const here = (Object.keys(table) as Name[]).filter((name) => fits(table[name].path, segments))
  const [first] = here
  return {
    name: here.find((name) => table[name].method === method),
    allow: here.map((name) => table[name].method),
    subscriberId: first && decode(segments[table[first].path.split('/').indexOf(parameter)] ?? ''),
  }
}

const parameter = '{subscriberId}'

const fits = (template: string, segments: readonly string[]): boolean => {
  const parts = template.split('/')
  return (
    parts.length === segments.length &&
    parts.every((part, index) => (part === parameter ? segments[index] !== '' : part === segments[index]))
  )
}

const decode = (segment: string): string | undefined => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

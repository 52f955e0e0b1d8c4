/** A value inside a payload, and the names that lead to it. */
export interface Leaf {
  path: string[]
  value: unknown
}

/**
 * Takes a partial payload apart (4.2): each leaf must be found, exactly, at its path. A leaf is everything but an
 * object with fields: a list and an empty object are compared whole.
 */
export const leavesOf = (payload: Record<string, unknown>, above: string[] = []): Leaf[] =>
  Object.entries(payload).flatMap(([key, value]) => {
    const path = [...above, key]
    return isBranch(value) ? leavesOf(value, path) : [{ path, value }]
  })

const isBranch = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0

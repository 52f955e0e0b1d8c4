import { useCallback, type Ref, type RefCallback } from 'react'

const attach = <Node>(ref: Ref<Node> | undefined, node: Node | null): unknown => {
  if (typeof ref === 'function') return ref(node)
  if (ref) ref.current = node
  return undefined
}

/** One ref that fills two: a part's own and the passed one, or those of a part and its replacement. */
export const useForkedRef = <Node>(own: Ref<Node> | undefined, other: Ref<Node> | undefined): RefCallback<Node> =>
  useCallback(
    (node: Node | null) => {
      const forks = [own, other].map((ref) => ({ ref, cleanUp: attach(ref, node) }))
      // In React 19 a ref may return a clean-up function. React calls it instead of calling the ref with null.
      if (!forks.some(({ cleanUp }) => typeof cleanUp === 'function')) return undefined
      return () => {
        for (const { ref, cleanUp } of forks) {
          if (typeof cleanUp === 'function') cleanUp()
          else attach(ref, null)
        }
      }
    },
    [own, other],
  )

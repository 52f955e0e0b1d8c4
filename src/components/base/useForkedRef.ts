import { useCallback, type Ref, type RefCallback } from 'react'

const attach = <Node>(ref: Ref<Node> | undefined, node: Node | null): unknown => {
  if (typeof ref === 'function') return ref(node)
  if (ref) ref.current = node
  return undefined
}

/** One ref for an element that two want: a part and its host, or a part and the element that replaces its own. */
export const useForkedRef = <Node>(own: Ref<Node> | undefined, other: Ref<Node> | undefined): RefCallback<Node> =>
  useCallback(
    (node: Node | null) => {
      const forks = [own, other].map((ref) => ({ ref, cleanUp: attach(ref, node) }))
      // React 19 lets a ref return its clean-up, which it then calls instead of the ref with null.
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

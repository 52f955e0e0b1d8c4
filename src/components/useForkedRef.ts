import { useCallback, type ForwardedRef, type RefCallback, type RefObject } from 'react'

/** One ref for a part that needs its element itself and also hands it to the host. */
export const useForkedRef = <Node>(own: RefObject<Node | null>, forwarded: ForwardedRef<Node>): RefCallback<Node> =>
  useCallback(
    (node: Node | null) => {
      own.current = node
      if (typeof forwarded !== 'function') {
        if (forwarded) forwarded.current = node
        return undefined
      }
      // React 19 lets a ref return its clean-up, which it then calls instead of the ref with null.
      const cleanUp: unknown = forwarded(node)
      if (typeof cleanUp !== 'function') return undefined
      return () => {
        own.current = null
        cleanUp()
      }
    },
    [own, forwarded],
  )

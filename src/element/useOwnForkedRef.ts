import { type Ref, type RefCallback, useCallback } from 'react'

/**
 * Replaces `useForkedRef` in the standalone element, where no ref has a clean-up function: see
 * vite.standalone.config.ts.
 */
export const useForkedRef = <Node>(own: Ref<Node> | undefined, other: Ref<Node> | undefined): RefCallback<Node> =>
  useCallback(
    (node) => {
      for (const ref of [own, other])
        if (typeof ref === 'function') ref(node)
        else if (ref) ref.current = node
    },
    [own, other],
  )

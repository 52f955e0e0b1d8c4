'use client'
import { useCallback, useContext } from 'react'
import { SetupError } from '../../client/errors/SetupError.ts'
import { safeUrl } from '../../content/safeUrl.ts'
import { reportOnceTo } from '../../state/model/reportOnce.ts'
import { InboxContext, ResolveHrefContext } from './InboxProvider.tsx'

/** Returns the `href` of an address that came with a notification. Undefined: there is no link. */
export type HrefOf = (address: string | null | undefined) => string | undefined

const unusable = (path: string, href: unknown) =>
  new SetupError('TIDINGS_220', 'resolveHref', {
    what: `it returned ${typeof href === 'string' ? `"${href}"` : String(href)} for "${path}".`,
    cure:
      process.env.NODE_ENV !== 'production'
        ? 'Return a path of this site or a whole address, such as "/portal/orders/77". Until then there is no link.'
        : undefined,
  })

/** Applies the provider's `resolveHref` to paths. Its failures are reported once, and leave out the link. */
export const useHrefOf = (): HrefOf => {
  const resolveHref = useContext(ResolveHrefContext)
  const store = useContext(InboxContext)?.store
  return useCallback(
    (address) => {
      const path = safeUrl(address)
      // Other sites, mails, queries and fragments are the same at any base path.
      if (!store || !resolveHref || !path?.startsWith('/')) return path
      try {
        const resolved: unknown = resolveHref(path)
        const href = typeof resolved === 'string' ? safeUrl(resolved) : undefined
        if (href === undefined) throw unusable(path, resolved)
        return href
      } catch (error) {
        reportOnceTo(store.report)('resolveHref', error)
        return undefined
      }
    },
    [resolveHref, store],
  )
}

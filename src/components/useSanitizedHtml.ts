import { useContext, useState } from 'react'
import { InboxContext } from '../hooks/InboxProvider.tsx'
import { useBrowserLayoutEffect } from '../hooks/useLatest.ts'
import type { HtmlSanitizer } from './ContentProvider.tsx'

type Sanitized = string | TrustedHTML

/** Sanitisers whose failure was told: one that fails fails for each row. */
const reported = new WeakSet<HtmlSanitizer>()

const isLater = (answer: ReturnType<HtmlSanitizer>): answer is Promise<Sanitized> =>
  typeof answer === 'object' && 'then' in answer

/**
 * What a sanitiser makes of some HTML.
 * @returns undefined until it has answered, and where it fails. The provider's `onError` is called with the first failure;
 * without a provider, it is an uncaught error of the page.
 */
export const useSanitizedHtml = (html: string, sanitize: HtmlSanitizer): Sanitized | undefined => {
  const [result, setResult] = useState<{ html: string; sanitize: HtmlSanitizer; sanitized: Sanitized }>()

  const store = useContext(InboxContext)?.store

  // Before the browser paints: what can be answered at once never shows as text first.
  useBrowserLayoutEffect(() => {
    let isCurrent = true
    const take = (sanitized: Sanitized) => {
      if (isCurrent) setResult({ html, sanitize, sanitized })
    }
    const report = (error: unknown) => {
      if (reported.has(sanitize)) return
      reported.add(sanitize)
      if (store) store.report(error)
      else reportError(error)
    }
    try {
      const answer = sanitize(html)
      if (isLater(answer)) answer.then(take, report)
      else take(answer)
    } catch (error) {
      report(error)
    }
    return () => {
      isCurrent = false
    }
  }, [html, sanitize, store])

  return result?.html === html && result.sanitize === sanitize ? result.sanitized : undefined
}

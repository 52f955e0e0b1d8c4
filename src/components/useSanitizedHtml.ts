import { useState } from 'react'
import { useBrowserLayoutEffect } from '../hooks/useLatest.ts'
import type { HtmlSanitizer } from './ContentProvider.tsx'

type Sanitized = string | TrustedHTML

/** Sanitisers whose failure was told: one that fails fails for each row. */
const reported = new WeakSet<HtmlSanitizer>()

const report = (sanitize: HtmlSanitizer, error: unknown) => {
  if (reported.has(sanitize)) return
  reported.add(sanitize)
  reportError(error)
}

const isLater = (answer: ReturnType<HtmlSanitizer>): answer is Promise<Sanitized> =>
  typeof answer === 'object' && 'then' in answer

/**
 * What a sanitiser makes of some HTML.
 * @returns undefined until it has answered, and where it fails. The first failure is handed to the page's `error` event.
 */
export const useSanitizedHtml = (html: string, sanitize: HtmlSanitizer): Sanitized | undefined => {
  const [result, setResult] = useState<{ html: string; sanitize: HtmlSanitizer; sanitized: Sanitized }>()

  // Before the browser paints: what can be answered at once never shows as text first.
  useBrowserLayoutEffect(() => {
    let isCurrent = true
    const take = (sanitized: Sanitized) => {
      if (isCurrent) setResult({ html, sanitize, sanitized })
    }
    try {
      const answer = sanitize(html)
      if (isLater(answer)) answer.then(take, (error: unknown) => report(sanitize, error))
      else take(answer)
    } catch (error) {
      report(sanitize, error)
    }
    return () => {
      isCurrent = false
    }
  }, [html, sanitize])

  return result?.html === html && result.sanitize === sanitize ? result.sanitized : undefined
}

import { useEffect } from 'react'
import { useInbox } from '../../hooks/provider/InboxProvider.tsx'
import { defaultPageSize, prefetchPanel } from '../../state/queryOptions.ts'
import { type OnDemand, useOnDemand } from '../feedback/onDemand.ts'
import { useLocale } from '../language/LanguageProvider.tsx'

/** The reader has asked the browser to save data. Not all browsers report it. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData

/** Runs a task when the browser page has loaded and is idle. Returns a function that cancels it. */
const whenIdle = (task: () => void): (() => void) => {
  let run: (() => void) | undefined = task
  const runIt = () => run?.()
  // Safari has no idle callbacks.
  const wait = () =>
    'requestIdleCallback' in window ? requestIdleCallback(runIt, { timeout: 3_000 }) : setTimeout(runIt, 300)
  if (document.readyState === 'complete') wait()
  else addEventListener('load', wait)
  return () => {
    run = undefined
  }
}

/**
 * Loads and prepares what the panel shows first before it opens. Call it before `useUnseenCount`: the count then comes
 * from the same request, because effects run in order.
 *
 * @param code the code of the panel, with what makes the formats of its texts.
 * @returns a function for when the reader moves to the bell.
 */
export const usePrefetch = (
  when: 'idle' | 'hover' | 'none',
  pageSize: number = defaultPageSize,
  code: OnDemand<{ prepareFormats: (locale: string | undefined) => void }>,
): (() => void) => {
  const { store, isSignedIn } = useInbox()
  const locale = useLocale()
  const loaded = useOnDemand(code)
  useEffect(() => {
    if (when !== 'idle' || !isSignedIn || savesData()) return undefined
    prefetchPanel(store, pageSize)
    return whenIdle(code.load)
  }, [when, store, isSignedIn, pageSize, code])
  useEffect(
    // Not at once: the first format takes 15 ms, which would delay the count.
    () => (loaded.status === 'ready' ? whenIdle(() => loaded.code.prepareFormats(locale)) : undefined),
    [loaded, locale],
  )
  return () => {
    if (when === 'none') return
    code.load()
    if (isSignedIn) prefetchPanel(store, pageSize)
  }
}

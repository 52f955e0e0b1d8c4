import { useEffect } from 'react'
import { useInbox } from '../../hooks/provider/InboxProvider.tsx'
import { defaultPageSize, prefetchPanel } from '../../state/queryOptions.ts'

/** The reader has asked the browser to save data. Not all browsers report it. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/** Runs a task when the browser page has loaded and is idle. Returns a function that cancels it. */
const whenIdle = (task: () => void): (() => void) => {
  let cancel = () => {}
  const wait = () => {
    // Safari has no idle callbacks.
    if (typeof requestIdleCallback === 'undefined') {
      const timer = setTimeout(task, 300)
      cancel = () => clearTimeout(timer)
      return
    }
    const callback = requestIdleCallback(task, { timeout: 3_000 })
    cancel = () => cancelIdleCallback(callback)
  }
  if (document.readyState === 'complete') wait()
  else addEventListener('load', wait, { once: true })
  return () => {
    removeEventListener('load', wait)
    cancel()
  }
}

/**
 * Loads what the panel shows first before it opens. Call it before `useUnseenCount`: the count then comes from the same
 * request, because effects run in order.
 *
 * @param loadCode loads the code of the panel, once.
 * @returns a function for when the reader moves to the bell.
 */
export const usePrefetch = (
  when: 'idle' | 'hover' | 'none',
  pageSize: number = defaultPageSize,
  loadCode: () => void,
): (() => void) => {
  const { store, isSignedIn } = useInbox()
  useEffect(() => {
    if (when !== 'idle' || !isSignedIn || savesData()) return undefined
    void prefetchPanel(store, pageSize)
    return whenIdle(loadCode)
  }, [when, store, isSignedIn, pageSize, loadCode])
  return () => {
    if (when === 'none') return
    loadCode()
    if (isSignedIn) void prefetchPanel(store, pageSize)
  }
}

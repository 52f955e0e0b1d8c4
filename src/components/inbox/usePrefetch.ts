import { useEffect } from 'react'
import { useInbox } from '../../hooks/provider/InboxProvider.tsx'
import { defaultPageSize, prefetchPanel } from '../../state/queryOptions.ts'
import { whenIdle } from '../base/whenIdle.ts'

/** The user has asked the browser to save data. Not all browsers report it. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData

/** Runs a task when the browser page has loaded and is idle. */
const onceLoaded = (task: () => void): (() => void) => {
  let run: (() => void) | undefined = task
  const wait = () => whenIdle(() => run?.())
  if (document.readyState === 'complete') wait()
  else addEventListener('load', wait)
  return () => {
    run = undefined
  }
}

/**
 * Loads what the panel shows first before it opens. Call it before `useUnseenCount`: the count then comes from the same
 * request, because effects run in order.
 *
 * @param loadCode loads the code of the panel. The same function in each render.
 * @returns a function for when the user moves to the bell. It resolves when the panel's first page is in memory.
 */
export const usePrefetch = (
  when: 'idle' | 'hover' | 'none',
  pageSize: number = defaultPageSize,
  loadCode: () => void,
): (() => Promise<void>) => {
  const { store, isSignedIn } = useInbox()
  useEffect(() => {
    if (when !== 'idle' || !isSignedIn || savesData()) return undefined
    void prefetchPanel(store, pageSize)
    return onceLoaded(loadCode)
  }, [when, store, isSignedIn, pageSize, loadCode])
  return async () => {
    if (when === 'none') return
    loadCode()
    if (isSignedIn) await prefetchPanel(store, pageSize)
  }
}

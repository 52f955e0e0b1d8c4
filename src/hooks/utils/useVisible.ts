'use client'
import { useSyncExternalStore } from 'react'
import { listen } from '../../state/model/listen.ts'

const subscribe = (listener: () => void) => listen(document, 'visibilitychange', listener)

/** Whether the document is visible. False on a server. */
export const useVisible = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => document.visibilityState !== 'hidden',
    () => false,
  )

'use client'
import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

const subscribe = (onChange: () => void) => onlineManager.subscribe(onChange)
const isOnline = () => onlineManager.isOnline()
const isServerOnline = () => true

/**
 * Whether marks are sent now, or are paused until the browser is online. TanStack Query decides it for the mark log
 * too.
 */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, isOnline, isServerOnline)

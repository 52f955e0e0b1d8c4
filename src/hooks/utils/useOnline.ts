'use client'
import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

const subscribe = (onChange: () => void) => onlineManager.subscribe(onChange)
const isOnline = () => onlineManager.isOnline()
const assumed = () => true

/** Whether marks are sent now, or wait for the network: as TanStack Query has it, which the log of marks goes by. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, isOnline, assumed)

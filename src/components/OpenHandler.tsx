'use client'
import { createContext, useContext } from 'react'
import type { NotificationHandlers } from './NotificationBody.tsx'

const OpenContext = createContext<NotificationHandlers['onOpen']>(undefined)

/** Hands the `onOpen` of an inbox to what opens notifications outside its list. */
export const OpenHandlerProvider = OpenContext.Provider

/** The `onOpen` of the inbox around. */
export const useOpenHandler = (): NotificationHandlers['onOpen'] => useContext(OpenContext)

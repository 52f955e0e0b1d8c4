'use client'
import { isNotSetUp } from '../client/errors/notSetUp.ts'
import { useLabels } from './LanguageProvider.tsx'

/** Why a request failed, in words for the reader. Undefined for what may be over at the next attempt. */
export const useFailedReason = (error: unknown): string | undefined => {
  const labels = useLabels()
  return isNotSetUp(error) ? labels.notSetUp : undefined
}

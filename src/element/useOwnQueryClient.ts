import { QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ChosenQueryClient } from '../hooks/provider/chooseQueryClient.ts'

/**
 * Replaces `useChosenQueryClient` in the standalone build. That has a TanStack Query of its own, so a client of the page never
 * fits, and the code that would find out why is left out.
 */
export const useChosenQueryClient = (given: QueryClient | undefined): ChosenQueryClient =>
  useMemo(
    () => ({ queryClient: given instanceof QueryClient ? given : new QueryClient(), problem: undefined }),
    [given],
  )

import { QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ChosenQueryClient } from '../hooks/provider/chooseQueryClient.ts'

/**
 * Replaces `useChosenQueryClient` in the standalone build, which bundles its own TanStack Query. A client of the page
 * is never compatible with it, so the code that explains why is omitted.
 */
export const useChosenQueryClient = (given: QueryClient | undefined): ChosenQueryClient =>
  useMemo(() => ({ queryClient: given instanceof QueryClient ? given : new QueryClient() }), [given])

import { useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { ask } from './ask.ts'

const session = z.object({ person: z.nullable(z.string()) })
const queryKey = ['session']
const mutationKey = ['sign-in']

/** The session. `person` is null if nobody is signed in. */
export const useSession = () => {
  const isSwitching = useIsMutating({ mutationKey }) > 0
  const { data, isPending, isError, refetch, dataUpdatedAt } = useQuery({
    queryKey,
    queryFn: () => ask('/session', session),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return {
    person: data?.person ?? null,
    /**
     * The subscriber of the inbox. null also while another person signs in, because the cookie may already be theirs.
     */
    subscriberId: isSwitching ? null : (data?.person ?? null),
    isLoading: isPending,
    isFailed: isError && data === undefined,
    /** When the server last confirmed the session, in milliseconds since 1970. */
    since: dataUpdatedAt,
    refresh: () => void refetch(),
  }
}

/** Signs in as a person, or signs out with null. */
export const useSignIn = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey,
    mutationFn: (person: string | null) =>
      person === null ? ask('/sign-out', session, {}) : ask('/sign-in', session, { person }),
    onSuccess: (answer) => queryClient.setQueryData(queryKey, answer),
  })
}

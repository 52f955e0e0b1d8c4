import { useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { ask } from './ask.ts'

const session = z.object({ person: z.nullable(z.string()) })
const queryKey = ['session']
const mutationKey = ['sign-in']

/** Who is signed in. `person` is null where nobody is. */
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
    /** Whose inbox may be asked for: null also while somebody else signs in, since the cookie may be theirs already. */
    subscriberId: isSwitching ? null : (data?.person ?? null),
    isLoading: isPending,
    isFailed: isError && data === undefined,
    /** When the server last said so: in milliseconds since 1970. */
    since: dataUpdatedAt,
    refresh: () => void refetch(),
  }
}

/** Signs in as somebody, or out with null. */
export const useSignIn = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey,
    mutationFn: (person: string | null) =>
      person === null ? ask('/sign-out', session, {}) : ask('/sign-in', session, { person }),
    onSuccess: (answer) => queryClient.setQueryData(queryKey, answer),
  })
}

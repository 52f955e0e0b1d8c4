import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { InboxNotification, OnAction } from 'tidings'
import * as z from 'zod/mini'
import { ask } from './ask.ts'

const answered = z.object({ projectId: z.string(), answer: z.enum(['accepted', 'declined']) })
const invitation = z.object({ invitationId: z.string() })
const queryKey = ['invitations']

/** A person's last answer to the invitations to a project. undefined without an answer. */
export const useAnswer = (person: string, projectId: string) => {
  const { data = [] } = useQuery({
    queryKey: [...queryKey, person],
    queryFn: () => ask('/invitations', z.array(answered)),
  })
  return data.findLast((each) => each.projectId === projectId)?.answer
}

/** Handles the buttons of an invitation: the first accepts, the second declines. */
export const useAnswerInvitation = (): OnAction => {
  const queryClient = useQueryClient()
  return useCallback(
    async ({ payload }: InboxNotification, { type }) => {
      const { invitationId } = invitation.parse(payload)
      const answer = type === 'primary' ? 'accepted' : 'declined'
      await ask(`/invitations/${encodeURIComponent(invitationId)}`, answered, { answer })
      await queryClient.invalidateQueries({ queryKey })
    },
    [queryClient],
  )
}

import * as z from 'zod/mini'
import type { ServiceClient } from '../../src/client/index.ts'

type Answer = 'accepted' | 'declined'

/** An answered invitation. */
interface Answered {
  projectId: string
  answer: Answer
}

/** Invitations to projects and their answers. Answers are stored in memory, so a restart loses them. */
export interface Invitations {
  /** A person's answers, latest last. */
  answersOf(person: string): Answered[]
  /**
   * Answers an invitation. Repeating the same answer changes nothing.
   * @returns `unknown` if this person has no such invitation, `answered` if it has a different answer.
   */
  answer(person: string, invitationId: string, answer: Answer): Promise<Answered | 'unknown' | 'answered'>
}

const invitationPayload = z.object({ projectId: z.string() })

export const createInvitations = (service: ServiceClient): Invitations => {
  const people = new Map<string, Map<string, Answered>>()

  // The notification is the proof of the invitation.
  const projectOf = async (person: string, invitationId: string): Promise<string | undefined> => {
    const { data } = await service.getFeed(person, { payload: { invitationId }, limit: 1 })
    return invitationPayload.safeParse(data[0]?.payload).data?.projectId
  }

  return {
    answersOf: (person) => [...(people.get(person)?.values() ?? [])],
    answer: async (person, invitationId, answer) => {
      const projectId = await projectOf(person, invitationId)
      if (projectId === undefined) return 'unknown'
      const answers = people.get(person) ?? new Map<string, Answered>()
      people.set(person, answers)
      const given = answers.get(invitationId) ?? { projectId, answer }
      answers.set(invitationId, given)
      return given.answer === answer ? given : 'answered'
    },
  }
}

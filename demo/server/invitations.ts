import * as z from 'zod/mini'
import type { ServiceClient } from '../../src/client/index.ts'

type Answer = 'accepted' | 'declined'

/** What became of an invitation. */
interface Answered {
  projectId: string
  answer: Answer
}

/** Invitations to projects and what became of them. Answers are kept in memory: a restart forgets them. */
export interface Invitations {
  /** What a person has answered, the latest last. */
  answersOf(person: string): Answered[]
  /**
   * Answers an invitation. The same answer again changes nothing.
   * @returns `unknown`: this person never got it. `answered`: it has another answer already.
   */
  answer(person: string, invitationId: string, answer: Answer): Promise<Answered | 'unknown' | 'answered'>
}

const invitationPayload = z.object({ projectId: z.string() })

export const createInvitations = (service: ServiceClient): Invitations => {
  const people = new Map<string, Map<string, Answered>>()

  // The notification is the proof: whoever has none was not invited.
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

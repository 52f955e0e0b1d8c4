import { randomUUID } from 'node:crypto'
import type { TriggerEvent } from '../../src/contract/bulkTrigger.ts'
import { at } from '../content/at.ts'
import type { Happening } from '../content/happenings.ts'
import { people } from '../content/people.ts'
import { posts } from '../content/posts.ts'
import { projects } from '../content/projects.ts'
import {
  commentEvent,
  digestEvent,
  invitationEvent,
  invoiceEvent,
  likeEvent,
  mentionEvent,
  type OpenEvent,
  securityEvent,
  signIns,
} from './events.ts'

const comments = posts.flatMap((post) => post.comments.map((comment) => ({ ...comment, post })))
const mentions = posts.flatMap((post) => post.mentions.map((mention) => ({ ...mention, post })))

/** Steps through a list, so that neighbors don't follow each other. */
const pick = <Item>(list: readonly Item[], turn: number): Item => at(list, turn * 7)

/**
 * The events that a visitor triggers, a different one each time.
 * @returns a function that creates an event of a kind for a recipient.
 */
export const createHappenings = (now: () => Date): ((happening: Happening, to: string) => TriggerEvent) => {
  const turns = new Map<string, number>()

  const make = (happening: Happening, to: string, turn: number): OpenEvent => {
    switch (happening) {
      case 'comment':
        return commentEvent(
          pick(
            comments.filter(({ by }) => by !== to),
            turn,
          ),
        )
      case 'mention':
        return mentionEvent(
          pick(
            mentions.filter(({ by }) => by !== to),
            turn + 1,
          ),
        )
      case 'like': {
        // Always the same one: a digest collects the likes of a post.
        const post = posts.find(({ by }) => by === to) ?? at(posts, 0)
        const others = people.filter(({ id }) => id !== to)
        return likeEvent(post, at(others, turn + 2).id)
      }
      case 'invitation':
        return invitationEvent(pick(projects.toReversed(), turn), randomUUID())
      case 'invoice':
        return invoiceEvent(`OR-${2101 + turn}`, `€${240 + 18 * turn}.00`, now())
      case 'security':
        return securityEvent(pick(signIns, turn))
      case 'digest':
        return digestEvent(pick(posts, turn), 14 + turn)
    }
  }

  return (happening, to) => {
    const key = `${happening} ${to}`
    const turn = turns.get(key) ?? 0
    turns.set(key, turn + 1)
    return { ...make(happening, to, turn), to, transactionId: randomUUID() }
  }
}

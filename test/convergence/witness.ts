import { expect } from 'vitest'
import type { MarkVerb } from '../../src/contract/marks.ts'
import type { FeedFilter } from '../../src/hooks/index.ts'
import { belongs } from '../../src/state/model/feedFilter.ts'
import { type Flags, predict } from '../../src/state/model/mark.ts'
import type { MadeMark, World } from './world.ts'

type Item = Flags & { _id: string }

const numberOf = ({ _id }: Item) => Number(_id.slice(1))
const textOf = ({ read, seen }: Flags) => `${read ? 'read' : 'unread'} ${seen ? 'seen' : 'unseen'}`
const isAbout =
  ({ _id }: Item) =>
  (mark: MadeMark) =>
    mark.ids === undefined || mark.ids.includes(_id)

/** Every state that some marks, in this order and perhaps not all of them, can lead to. */
const reachable = (start: readonly Flags[], marks: readonly MadeMark[]) => {
  const states = new Map(start.map((flags) => [textOf(flags), flags]))
  for (const { verb } of marks)
    for (const flags of Array.from(states.values(), (before) => predict(before, verb))) states.set(textOf(flags), flags)
  return states
}

/** Whether some things stand among others in this order. */
const isWithin = <Value>(some: readonly Value[], all: readonly Value[]) => {
  let found = 0
  for (const item of all) if (found < some.length && item === some[found]) found += 1
  return found === some.length
}

/** Watches a world, and says when what is shown can't be. */
export const createWitness = (world: World, filter: FeedFilter) => {
  /** All flags that the service has ever had, by notification. */
  const history = new Map<string, Flags[]>()

  const note = () => {
    for (const { _id, read, seen } of world.service.notifications()) {
      const known = history.get(_id) ?? []
      if (!known.some((flags) => flags.read === read && flags.seen === seen)) known.push({ read, seen })
      history.set(_id, known)
    }
  }

  note()

  const checkList = (notifications: readonly Item[]) => {
    const numbers = notifications.map(numberOf)
    // None twice, and in order.
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => b - a))
    // What an undo marks back is its own affair: only from outside is it not known.
    if (world.undone() > 0) return
    const there = new Set(world.service.notifications().map(({ _id }) => _id))
    for (const item of notifications) {
      const marks = world.made.filter(({ outcome }) => outcome !== 'failed').filter(isAbout(item))
      // Marks of two tabs may be done in either order, which the history of what is deleted can't tell: any will do. There are
      // four states, so that after four rounds none can be new.
      const inAnyOrder = [marks, marks, marks, marks].flat()
      const states = reachable(history.get(item._id) ?? [], there.has(item._id) ? marks : inAnyOrder)
      expect([...states.keys()]).toContain(textOf(item))
    }
  }

  return {
    /** What must hold at every moment. */
    check: () => {
      note()
      for (const { all, filtered } of world.states()) {
        checkList(all.notifications)
        checkList(filtered.notifications)
        expect(filtered.notifications.every((notification) => belongs(notification, filter))).toBe(true)
        // None skipped: between the first and the last that show, everything shows.
        const numbers = new Set(all.notifications.map(numberOf))
        const [most, least] = [Math.max(...numbers), Math.min(...numbers)]
        const between = world.service.notifications().map(numberOf)
        expect(between.filter((number) => number < most && number > least && !numbers.has(number))).toEqual([])
      }
    },
    /** What must hold once all is at rest. */
    checkRest: () => {
      const truth = world.service.notifications()
      const summary = (items: readonly Item[]) => items.map((item) => `${item._id} ${textOf(item)}`)
      for (const { all, filtered, unread, unseen } of world.states()) {
        expect(summary(all.notifications)).toEqual(summary(truth))
        expect(summary(filtered.notifications)).toEqual(summary(truth.filter((item) => belongs(item, filter))))
        expect([unread.count, unseen.count]).toEqual([
          truth.filter(({ read }) => !read).length,
          truth.filter(({ seen }) => !seen).length,
        ])
      }
    },
    /**
     * Each mark was carried out at most once, and each that we were told of as done at least once.
     * @param refusals how many requests may have been answered with an error. A retry after one must take another key; if an
     * attempt before it was carried out without our hearing of it, the service can't know that it is the same mark.
     */
    checkMarks: (refusals: number) => {
      const doneOf = (operation: string, verb: MarkVerb, id?: string) =>
        world.service.done.filter(({ operation: name, body }) => {
          if (name !== operation) return false
          const { markAs, messageId } = body as { markAs: MarkVerb; messageId?: string[] }
          return markAs === verb && (id === undefined || messageId?.includes(id))
        }).length
      for (const { verb, ids, outcome } of world.made) {
        const [id] = ids ?? []
        const alike = world.made.filter(
          (other) => other.verb === verb && (ids ? other.ids?.includes(id ?? '') : !other.ids),
        )
        const times = doneOf(ids ? 'markAs' : 'markAll', verb, id)
        // An undo marks too.
        expect(times).toBeLessThanOrEqual(alike.length + refusals + (ids ? world.undone() : 0))
        if (outcome === 'done') expect(times).toBeGreaterThan(0)
      }
    },
    /** What a visit was told of as done was done in the order in which it was made, message by message. */
    checkOrder: () => {
      const bodies = world.service.done.map(
        ({ body }) => body as { markAs: MarkVerb; messageId?: string[] } | undefined,
      )
      for (const visit of new Set(world.made.map((mark) => mark.visit)))
        for (const id of new Set(world.made.flatMap(({ ids }) => ids ?? []))) {
          const made = world.made
            .filter((mark) => mark.visit === visit && mark.outcome === 'done' && (mark.ids?.includes(id) ?? true))
            .map(({ verb }) => verb)
            // The same again may travel with the one before it.
            .filter((verb, place, verbs) => verb !== verbs[place - 1])
          const done = bodies.flatMap((body) =>
            body?.markAs && (body.messageId?.includes(id) ?? true) ? [body.markAs] : [],
          )
          expect([made, isWithin(made, done)]).toEqual([made, true])
        }
    },
  }
}

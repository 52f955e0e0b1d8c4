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

/** Every state to which some of the marks, in this order, can lead. */
const reachable = (start: readonly Flags[], marks: readonly MadeMark[]) => {
  const states = new Map(start.map((flags) => [textOf(flags), flags]))
  for (const { verb } of marks)
    for (const flags of Array.from(states.values(), (before) => predict(before, verb))) states.set(textOf(flags), flags)
  return states
}

/** Whether a list contains others in this order, perhaps with more between them. */
const isWithin = <Value>(some: readonly Value[], all: readonly Value[]) => {
  let found = 0
  for (const item of all) if (found < some.length && item === some[found]) found += 1
  return found === some.length
}

/** Checks a world against its service: throws if the tabs show what they must not. */
export const createWitness = (world: World, filter: FeedFilter) => {
  /** All flags that the service has ever had, by notification id. */
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
    // Each once, and in order.
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => b - a))
    // The witness does not know which messages an undo marks.
    if (world.undone() > 0) return
    const existing = new Set(world.service.notifications().map(({ _id }) => _id))
    for (const item of notifications) {
      const marks = world.made.filter(({ outcome }) => outcome !== 'failed').filter(isAbout(item))
      // The service may do the marks of two tabs in either order. The history of a deleted message does not show which,
      // so any order is allowed. There are four states, so four rounds reach all of them.
      const inAnyOrder = [marks, marks, marks, marks].flat()
      const states = reachable(history.get(item._id) ?? [], existing.has(item._id) ? marks : inAnyOrder)
      expect([...states.keys()]).toContain(textOf(item))
    }
  }

  return {
    /** Checks what must be true at every moment. */
    check: () => {
      note()
      for (const { panel } of world.states()) {
        if (!panel) continue
        const { all, filtered } = panel
        checkList(all.notifications)
        checkList(filtered.notifications)
        expect(filtered.notifications.every((notification) => belongs(notification, filter))).toBe(true)
        // None is skipped: all notifications between the first and the last shown one are shown.
        const numbers = new Set(all.notifications.map(numberOf))
        const [most, least] = [Math.max(...numbers), Math.min(...numbers)]
        const between = world.service.notifications().map(numberOf)
        expect(between.filter((number) => number < most && number > least && !numbers.has(number))).toEqual([])
      }
    },
    /** Checks what must be true once everything has settled. */
    checkRest: () => {
      const truth = world.service.notifications()
      const summary = (items: readonly Item[]) => items.map((item) => `${item._id} ${textOf(item)}`)
      for (const { panel, unseen } of world.states()) {
        if (!panel) throw new Error('A panel is closed at the end.')
        const { all, filtered, unread } = panel
        expect(summary(all.notifications)).toEqual(summary(truth))
        expect(summary(filtered.notifications)).toEqual(summary(truth.filter((item) => belongs(item, filter))))
        expect([unread.count, unseen.count]).toEqual([
          truth.filter(({ read }) => !read).length,
          truth.filter(({ seen }) => !seen).length,
        ])
      }
    },
    /** Checks that a browser with a stream has found what is new, before it gets the focus. */
    checkNews: () => {
      const truth = world.service.notifications()
      for (const { panel, unseen } of world.states())
        expect([panel?.all.notifications[0]?._id, panel?.unread.count, unseen.count]).toEqual([
          truth[0]?._id,
          truth.filter(({ read }) => !read).length,
          truth.filter(({ seen }) => !seen).length,
        ])
    },
    /**
     * Checks that the service did each mark at most once, and each successful one at least once.
     *
     * @param refusals how many requests may have got an error response. A retry after one must have another key. If an
     * earlier attempt was done and its response was lost, the service can't recognize the mark.
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
        // An undo also makes marks.
        expect(times).toBeLessThanOrEqual(alike.length + refusals + (ids ? world.undone() : 0))
        if (outcome === 'done') expect(times).toBeGreaterThan(0)
      }
    },
    /** Checks that the successful marks of a visit were done in the order in which they were made, for each message. */
    checkOrder: () => {
      const bodies = world.service.done.map(
        ({ body }) => body as { markAs: MarkVerb; messageId?: string[] } | undefined,
      )
      for (const visit of new Set(world.made.map((mark) => mark.visit)))
        for (const id of new Set(world.made.flatMap(({ ids }) => ids ?? []))) {
          const made = world.made
            .filter((mark) => mark.visit === visit && mark.outcome === 'done' && (mark.ids?.includes(id) ?? true))
            .map(({ verb }) => verb)
            // A repeated mark may share the request of the one before it.
            .filter((verb, place, verbs) => verb !== verbs[place - 1])
          const done = bodies.flatMap((body) =>
            body?.markAs && (body.messageId?.includes(id) ?? true) ? [body.markAs] : [],
          )
          expect([made, isWithin(made, done)]).toEqual([made, true])
        }
    },
  }
}

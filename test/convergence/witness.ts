import { expect } from 'vitest'
import type { PreferencesChange } from '../../src/contract/extensions/preferencesChange.ts'
import { markVerbs } from '../../src/contract/inbox/constants.ts'
import type { InboxNotification } from '../../src/contract/inboxNotification.ts'
import type { MarkVerb } from '../../src/contract/marks.ts'
import type { Preferences } from '../../src/contract/preferences.ts'
import type { FeedFilter } from '../../src/hooks/index.ts'
import { belongs } from '../../src/state/model/feedFilter.ts'
import { type Flags, pickFlags, predict, type Verb } from '../../src/state/model/mark.ts'
import { makePreferences } from '../../src/testing/index.ts'
import type { MadeMark, PreferenceSwitch, World } from './world.ts'

type Item = Flags & Pick<InboxNotification, '_id' | 'createdAt' | 'content'>

const numberOf = ({ _id }: Item) => Number(_id.slice(1))
const textOf = ({ read, seen, archived, snoozedUntil, deleted }: Flags) =>
  [
    read ? 'read' : 'unread',
    seen ? 'seen' : 'unseen',
    ...(archived ? ['archived'] : []),
    ...(snoozedUntil ? ['snoozed'] : []),
    ...(deleted ? ['deleted'] : []),
  ].join(' ')
const deliveryOf = ({ _id, createdAt, content }: Partial<Item>) => `${_id} ${createdAt} “${content}”`
const isMarkVerb = (verb: Verb): verb is MarkVerb => markVerbs.some((one) => one === verb)
/** Not a mark that was made on an earlier delivery, or before it. */
const isAbout =
  ({ _id, createdAt }: Pick<Item, '_id' | 'createdAt'>) =>
  ({ ids, madeOn, until }: MadeMark) =>
    ids === undefined
      ? until === undefined || (createdAt ?? '') <= until
      : ids.includes(_id) && (createdAt ?? '') <= (madeOn?.[_id] ?? '')

/** Every state to which some of the marks, in this order, can lead. */
const reachable = (start: readonly Flags[], marks: readonly MadeMark[]) => {
  const states = new Map(start.map((flags) => [textOf(flags), flags]))
  for (const { verb } of marks)
    for (const flags of Array.from(states.values(), (before) =>
      predict(before, verb, verb === 'snooze' ? 'then' : undefined),
    ))
      states.set(textOf(flags), flags)
  return states
}

/** Whether a list contains others in this order, perhaps with more between them. */
const isWithin = <Value>(some: readonly Value[], all: readonly Value[]) => {
  let found = 0
  for (const item of all) if (found < some.length && item === some[found]) found += 1
  return found === some.length
}

const switches: PreferenceSwitch[] = ([undefined, 'comment-added'] as const).flatMap((workflowId) => [
  { workflowId, channel: 'in_app' } as const,
  { workflowId, channel: 'email' } as const,
])

const isOf =
  ({ workflowId, channel }: PreferenceSwitch) =>
  (other: PreferenceSwitch) =>
    other.workflowId === workflowId && other.channel === channel

const positionOf = ({ global, workflows }: Preferences, { workflowId, channel }: PreferenceSwitch) =>
  (workflowId === undefined ? global : workflows.find(({ workflow }) => workflow.identifier === workflowId))?.channels[
    channel
  ]

/** Checks a world against its service: throws if the tabs show what they must not. */
export const createWitness = (world: World, filter: FeedFilter) => {
  /** The deliveries of each notification by its id, with all flags that the service has ever had for them. */
  const history = new Map<string, { createdAt: string; content: string; flags: Flags[] }[]>()

  const note = () => {
    for (const notification of world.service.notifications()) {
      const { _id, content } = notification
      const createdAt = notification.createdAt ?? ''
      const deliveries = history.get(_id) ?? []
      history.set(_id, deliveries)
      // It begins as new, and may have been marked by now.
      if (deliveries.at(-1)?.createdAt !== createdAt)
        deliveries.push({ createdAt, content, flags: [{ read: false, seen: false }] })
      const known = deliveries.at(-1)?.flags ?? []
      const flags = pickFlags(notification)
      if (!known.some((other) => textOf(other) === textOf(flags))) known.push(flags)
    }
  }

  note()
  // One request may follow another within a step, and a response shows what was between them.
  world.watchDone(note)

  /** All positions that the service was asked to set, and did, in order. */
  const positionsDone = (wanted: PreferenceSwitch) =>
    world.service.done.flatMap(({ operation, body }) => {
      if (operation !== 'updatePreferences') return []
      const { workflowId, channels = {} } = body as PreferencesChange
      const position = channels[wanted.channel]
      return workflowId === wanted.workflowId && position !== undefined ? [position] : []
    })

  /** Each switch has the position that the service has. */
  const checkSwitches = (preferences: Preferences | undefined) => {
    for (const wanted of switches)
      expect([wanted, preferences && positionOf(preferences, wanted)]).toEqual([
        wanted,
        positionsDone(wanted).at(-1) ?? positionOf(makePreferences(), wanted),
      ])
  }

  /** The reader's last change of a switch shows while it is not saved, unless it failed. */
  const checkPending = (place: number, preferences: Preferences) => {
    for (const wanted of switches) {
      const last = world.changes.findLast((change) => change.tab === place && isOf(wanted)(change))
      if (last?.outcome === 'unknown') expect(positionOf(preferences, wanted)).toBe(last.isOn)
    }
  }

  const checkList = (notifications: readonly Item[]) => {
    const numbers = notifications.map(numberOf)
    // Each once, and in order.
    expect(numbers).toEqual([...new Set(numbers)])
    const times = notifications.map(({ createdAt }) => createdAt ?? '')
    expect(times).toEqual(times.toSorted().toReversed())
    // The witness does not know which messages an undo marks.
    if (world.undone() > 0) return
    const deliveries = new Set(world.service.notifications().map(deliveryOf))
    for (const item of notifications) {
      // One on an earlier delivery stays there, also if the rest of its request fails.
      const isPossible = ({ outcome, isOvertaken }: MadeMark) => outcome !== 'failed' || isOvertaken
      const marks = world.made.filter(isPossible).filter(isAbout(item))
      // The service may do the marks of two tabs in either order. The history of a message that was deleted or delivered
      // again does not show which, so any order is allowed. No state is further than four rounds from another.
      const isInOrder = deliveries.has(deliveryOf(item)) || new Set(marks.map(({ visit }) => visit)).size < 2
      const inAnyOrder = [marks, marks, marks, marks].flat()
      // Where a mark changes the last delivery, its response has the flags of that one.
      const later = (history.get(item._id) ?? []).filter(({ createdAt }) => createdAt >= (item.createdAt ?? ''))
      const known = world.sparesLater ? later.slice(0, 1) : later
      expect(deliveryOf(item)).toBe(deliveryOf({ _id: item._id, ...known[0] }))
      const states = reachable(
        known.flatMap(({ flags }) => flags),
        isInOrder ? marks : inAnyOrder,
      )
      // A mark's response does not show that another device moved the message: it stays in the list until the next page.
      if (marks.some(({ verb }) => isMarkVerb(verb)))
        for (const { read, seen } of states.values()) states.set(textOf({ read, seen }), { read, seen })
      expect([...states.keys()]).toContain(textOf(item))
    }
  }

  return {
    /** Checks what must be true at every moment. */
    check: () => {
      note()
      for (const { panel, place } of world.states()) {
        if (!panel) continue
        const { all, filtered, preferences } = panel
        if (preferences.data) checkPending(place, preferences.data)
        checkList(all.notifications)
        checkList(filtered.notifications)
        expect(filtered.notifications.every((notification) => belongs(notification, filter))).toBe(true)
        // None is skipped: all notifications between the first and the last shown one are shown.
        // The witness does not know whether those that somebody moved are in the list.
        const shown = all.notifications.filter(({ _id }) => !world.moved.has(_id))
        const numbers = new Set(shown.map(numberOf))
        const [most, least] = [Math.max(...numbers), Math.min(...numbers)]
        const between = world.service
          .notifications()
          .filter(({ _id }) => !world.moved.has(_id))
          .map(numberOf)
        expect(between.filter((number) => number < most && number > least && !numbers.has(number))).toEqual([])
      }
    },
    /** Checks what must be true once everything has settled. */
    checkRest: () => {
      const truth = world.service.notifications().filter((item) => belongs(item, {}))
      const summary = (items: readonly Item[]) => items.map((item) => `${deliveryOf(item)} ${textOf(item)}`)
      for (const { panel, unseen } of world.states()) {
        if (!panel) throw new Error('A panel is closed at the end.')
        const { all, filtered, unread, preferences } = panel
        checkSwitches(preferences.data)
        expect(summary(all.notifications)).toEqual(summary(truth))
        expect(summary(filtered.notifications)).toEqual(summary(truth.filter((item) => belongs(item, filter))))
        expect([unread.count, unseen.count]).toEqual([
          truth.filter(({ read }) => !read).length,
          truth.filter(({ seen }) => !seen).length,
        ])
      }
    },
    /** Checks that nothing was changed or deleted of which the reader knew only an earlier delivery, or none. */
    checkSpared: () => {
      // The witness does not know which messages an undo marks.
      if (!world.sparesLater || world.undone() > 0) return
      const existing = new Set(world.service.notifications().map(({ _id }) => _id))
      for (const [_id, deliveries] of history) {
        if (world.changedElsewhere.has(_id)) continue
        for (const { createdAt, flags } of deliveries) {
          const isChanged = flags.some(({ read, seen, archived }) => read || seen || archived)
          if (isChanged)
            expect([_id, createdAt, world.made.some(isAbout({ _id, createdAt }))]).toEqual([_id, createdAt, true])
        }
        const createdAt = deliveries.at(-1)?.createdAt
        const deletions = world.made.filter(({ verb }) => verb === 'delete')
        if (!existing.has(_id)) expect([_id, deletions.some(isAbout({ _id, createdAt }))]).toEqual([_id, true])
      }
    },
    /** Checks that all tabs show the saved preferences, before they get the focus. */
    checkSaved: () => {
      for (const { panel } of world.states()) checkSwitches(panel?.preferences.data)
    },
    /** Checks that a browser with a stream has found what is new, before it gets the focus. */
    checkNews: () => {
      const truth = world.service.notifications().filter((item) => belongs(item, {}))
      const newest = truth[0]?._id
      // Production's first page may have archived ones alone. Its reader scrolls to what is below.
      const isBelow = newest !== undefined && !world.firstPageIds().includes(newest)
      for (const { panel, unseen } of world.states())
        expect([isBelow ? newest : panel?.all.notifications[0]?._id, panel?.unread.count, unseen.count]).toEqual([
          newest,
          truth.filter(({ read }) => !read).length,
          truth.filter(({ seen }) => !seen).length,
        ])
    },
    /**
     * Checks that the service did each mark at most once, and each successful one at least once, unless its message was
     * delivered again meanwhile.
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
      for (const { verb, ids, outcome, isOvertaken } of world.made) {
        if (!isMarkVerb(verb)) continue
        const [id] = ids ?? []
        const alike = world.made.filter(
          (other) => other.verb === verb && (ids ? other.ids?.includes(id ?? '') : !other.ids),
        )
        const times = doneOf(ids ? 'markAs' : 'markAll', verb, id)
        // An undo also makes marks.
        expect(times).toBeLessThanOrEqual(alike.length + refusals + (ids ? world.undone() : 0))
        if (outcome === 'done' && !isOvertaken) expect(times).toBeGreaterThan(0)
      }
    },
    /**
     * Checks that the service saved each change of the preferences at most once, each successful one at least once, and
     * those of a visit in the order in which they were made.
     *
     * @param others how many changes of other devices, and how many requests with an error response, there may have been.
     */
    checkPreferences: (others: number) => {
      for (const wanted of switches) {
        const done = positionsDone(wanted)
        const made = world.changes.filter(isOf(wanted))
        for (const isOn of [true, false]) {
          const times = done.filter((position) => position === isOn).length
          expect(times).toBeLessThanOrEqual(made.filter((change) => change.isOn === isOn).length + others)
        }
        for (const visit of new Set(made.map((change) => change.visit))) {
          const saved = made.filter((change) => change.visit === visit && change.outcome === 'done')
          const positions = saved.map(({ isOn }) => isOn)
          expect([positions, isWithin(positions, done)]).toEqual([positions, true])
        }
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
            .filter(
              (mark) => isMarkVerb(mark.verb) && mark.visit === visit && mark.outcome === 'done' && !mark.isOvertaken,
            )
            .filter((mark) => mark.ids?.includes(id) ?? true)
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

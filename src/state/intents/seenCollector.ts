import type { InboxNotification } from '../../contract/inboxNotification.ts'
import { type ActingInbox, makeIntent } from '../intents/makeIntent.ts'
import { markAllKind } from '../intents/markAllKind.ts'
import { markKind } from '../intents/markKind.ts'
import { maxMessages } from '../intents/requestsOf.ts'
import type { IntentLog } from '../log/intentLog.ts'
import { marksIn } from '../marks/markedFlags.ts'
import { memoizeByOwner } from '../model/memoizeByOwner.ts'

/** Collects messages that came into view, so that a user who scrolls past fifty of them causes one request. */
export interface SeenCollector {
  /** Adds a message. The collected ones are marked once no further one has come into view for a while. */
  add(message: Pick<InboxNotification, '_id' | 'createdAt'>): void
  /** Marks what was collected at once. */
  flush(): void
}

/** The part of a store that marks messages as seen. */
interface CollectingInbox extends ActingInbox {
  log: IntentLog
  environment: { gatherSeenFor: number }
  collectors: Set<() => void>
}

const createSeenCollector = (inbox: CollectingInbox): SeenCollector => {
  const { environment, collectors } = inbox
  /** The deliveries that came into view, by id. */
  let collected = new Map<string, string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const send = async (some: [id: string, createdAt: string][]) => {
    const ids = some.map(([id]) => id)
    try {
      await makeIntent(inbox, markKind, { verb: 'seen', ids, madeOn: Object.fromEntries(some) }, { isQuiet: true })
    } catch {
      // `onError` got the error. The messages are marked with the next ones.
      collected = new Map([...some, ...collected])
    }
  }
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    const all = [...collected]
    collected = new Map()
    for (let start = 0; start < all.length; start += maxMessages) void send(all.slice(start, start + maxMessages))
  }
  collectors.add(flush)
  return {
    add: ({ _id, createdAt }) => {
      const delivery = createdAt ?? ''
      // A row that comes into view again is not a new one.
      if (collected.get(_id) === delivery && timer !== undefined) return
      collected.set(_id, delivery)
      clearTimeout(timer)
      timer = setTimeout(flush, environment.gatherSeenFor)
      if (collected.size >= maxMessages) flush()
    },
    flush,
  }
}

/** The collector of an inbox, which all its lists share. A browser page without a list does not load its code. */
export const seenCollectorOf = memoizeByOwner(createSeenCollector)

/** Marks all messages as seen, unless such a mark is pending. */
export const markAllSeen = (inbox: CollectingInbox): void => {
  if (marksIn(inbox.log.getState()).pending.some(({ kind, verb }) => kind === 'markAll' && verb === 'seen')) return
  // `onError` gets a failure. The user did nothing that they could repeat.
  makeIntent(inbox, markAllKind, { verb: 'seen' }, { isQuiet: true }).catch(() => undefined)
}

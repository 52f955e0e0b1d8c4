import type { MarkLog } from '../marks/markLog.ts'
import { memoizeByOwner } from '../model/memoizeByOwner.ts'
import { makeMark, type MarkedInbox } from './makeMark.ts'
import { maxMessages } from './outbox.ts'

/** A reader who scrolls past fifty messages causes one request. */
export interface SeenCollector {
  /** The collected messages are marked once no further one has come into view for a while. */
  add(messageId: string): void
  /** At once. */
  flush(): void
}

interface CollectingInbox extends MarkedInbox {
  log: MarkLog
  environment: { gatherSeenFor: number }
  collectors: Set<() => void>
}

const createSeenCollector = (inbox: CollectingInbox): SeenCollector => {
  const { environment, collectors } = inbox
  let collected = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const send = async (ids: string[]) => {
    try {
      await makeMark(inbox, 'seen', { kind: 'messages', ids }, { isQuiet: true })
    } catch {
      // `onError` got the error. The messages are marked with the next ones.
      for (const id of ids) collected.add(id)
    }
  }
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    const ids = [...collected]
    collected = new Set()
    for (let start = 0; start < ids.length; start += maxMessages) void send(ids.slice(start, start + maxMessages))
  }
  collectors.add(flush)
  return {
    add: (messageId) => {
      // A row that comes into view again is not a new one.
      if (collected.has(messageId) && timer !== undefined) return
      collected.add(messageId)
      clearTimeout(timer)
      timer = setTimeout(flush, environment.gatherSeenFor)
      if (collected.size >= maxMessages) flush()
    },
    flush,
  }
}

/** All lists of an inbox share it. A browser page without a list does not load its code. */
export const seenCollectorOf = memoizeByOwner(createSeenCollector)

/** Unless such a mark is pending. */
export const markAllSeen = (inbox: CollectingInbox): void => {
  if (inbox.log.getState().pending.some(({ verb, target }) => verb === 'seen' && target.kind === 'all')) return
  // `onError` gets a failure. The reader did nothing that they could repeat.
  makeMark(inbox, 'seen', { kind: 'all', feeds: undefined }, { isQuiet: true }).catch(() => undefined)
}

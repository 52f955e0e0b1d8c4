/** Gathers the messages that came into view, so that scrolling past fifty of them costs a request or two. */
export interface SeenCollector {
  add(messageId: string): void
  /** Takes back what could not be marked: it goes along with the next. */
  keep(messageIds: readonly string[]): void
  /** Hands over what was gathered, at once. */
  flush(): void
}

export interface SeenCollectorOptions {
  /** Takes the gathered messages, at most `most` at a time. */
  hand: (messageIds: string[]) => void
  /** Calls back once messages seen within a moment have gathered. */
  schedule: (callback: () => void) => void
  /** Most messages in one go. */
  most: number
}

export const createSeenCollector = ({ hand, schedule, most }: SeenCollectorOptions): SeenCollector => {
  let gathered = new Set<string>()
  let isScheduled = false
  const flush = () => {
    isScheduled = false
    const ids = [...gathered]
    gathered = new Set()
    for (let start = 0; start < ids.length; start += most) hand(ids.slice(start, start + most))
  }
  return {
    add: (messageId) => {
      gathered.add(messageId)
      if (isScheduled) return
      isScheduled = true
      schedule(flush)
    },
    keep: (messageIds) => {
      for (const id of messageIds) gathered.add(id)
    },
    flush,
  }
}

/** Collects messages that came into view, so that scrolling past fifty of them takes a request or two. */
export interface SeenCollector {
  add(messageId: string): void
  /** Collects messages again whose mark failed. They are sent with the next ones. */
  restore(messageIds: readonly string[]): void
  /** Sends what was collected at once. */
  flush(): void
}

export interface SeenCollectorOptions {
  /** Marks the collected messages as seen, at most `most` at a time. */
  send: (messageIds: string[]) => void
  /** Calls `flush` after the time for which messages are collected. */
  schedule: (flush: () => void) => void
  /** The most messages in one mark. */
  most: number
}

export const createSeenCollector = ({ send, schedule, most }: SeenCollectorOptions): SeenCollector => {
  let collected = new Set<string>()
  let isScheduled = false
  const flush = () => {
    isScheduled = false
    const ids = [...collected]
    collected = new Set()
    for (let start = 0; start < ids.length; start += most) send(ids.slice(start, start + most))
  }
  return {
    add: (messageId) => {
      collected.add(messageId)
      if (isScheduled) return
      isScheduled = true
      schedule(flush)
    },
    restore: (messageIds) => {
      for (const id of messageIds) collected.add(id)
    },
    flush,
  }
}

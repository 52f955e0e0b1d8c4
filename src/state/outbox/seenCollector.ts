/** Collects messages that came into view, so that a reader who scrolls past fifty of them causes one request. */
export interface SeenCollector {
  /** Adds a message. The collected ones are sent once no further one has come into view for a while. */
  add(messageId: string): void
  /** Collects messages again whose mark failed. They are sent with the next ones. */
  restore(messageIds: readonly string[]): void
  /** Sends what was collected at once. */
  flush(): void
}

export interface SeenCollectorOptions {
  /** Marks the collected messages as seen. */
  send: (messageIds: string[]) => void
  /** How long to wait after the last new message, in milliseconds. */
  pause: number
  /** The most messages in one mark. */
  most: number
}

export const createSeenCollector = ({ send, pause, most }: SeenCollectorOptions): SeenCollector => {
  let collected = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    const ids = [...collected]
    collected = new Set()
    for (let start = 0; start < ids.length; start += most) send(ids.slice(start, start + most))
  }
  return {
    add: (messageId) => {
      // A row that comes into view again is not a new one.
      if (collected.has(messageId) && timer !== undefined) return
      collected.add(messageId)
      clearTimeout(timer)
      timer = setTimeout(flush, pause)
      if (collected.size >= most) flush()
    },
    restore: (messageIds) => {
      for (const id of messageIds) collected.add(id)
    },
    flush,
  }
}

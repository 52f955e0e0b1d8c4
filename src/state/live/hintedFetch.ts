import type { LiveHint } from '../../contract/live/liveStream.ts'

/** Fetches after hints: as soon as possible, but rarely. */
export interface HintedFetch {
  /**
   * Fetches at once, or within the `spread` of the hint. Hints during the following second share one fetch at its end.
   * Resolves after the next fetch that starts.
   */
  onHint(hint: LiveHint): Promise<void>
  /** Fetches after 1, 3 and 10 seconds, whatever it finds. */
  fetchLater(): void
  /** Cancels what is scheduled. */
  stop(): void
}

interface HintedFetchOptions {
  /**
   * Fetches what may have changed. Resolves to whether there was something new, and never rejects.
   * @param isLater no hint came since the last fetch, which found nothing new after an early hint.
   */
  fetch: (isLater: boolean) => Promise<boolean>
  /** Milliseconds since 1970. */
  now: () => number
  /** A number from 0 up to, but not including, 1. */
  random: () => number
}

/** The shortest time between the starts of two fetches, in milliseconds. */
const pause = 1_000

/** When to fetch what the service may not have stored yet, in milliseconds. */
const laterFetches = [1_000, 3_000, 10_000]

export const createHintedFetch = ({ fetch, now, random }: HintedFetchOptions): HintedFetch => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let dueAt = Number.POSITIVE_INFINITY
  let startedAt = Number.NEGATIVE_INFINITY
  let isFetching = false
  /** When to fetch again after an early hint, unless something new is found before. */
  let ifNothingNew: number[] = []
  /** When to fetch again in any case. */
  let anyway: number[] = []
  let isHinted = false
  let waiting: (() => void)[] = []

  const schedule = (at: number) => {
    dueAt = Math.min(dueAt, Math.max(at, startedAt + pause))
    clearTimeout(timer)
    if (!isFetching) timer = setTimeout(() => void run(), Math.max(0, dueAt - now()))
  }

  const run = async () => {
    startedAt = now()
    dueAt = Number.POSITIVE_INFINITY
    isFetching = true
    const resolvers = waiting
    waiting = []
    const isLater = !isHinted
    isHinted = false
    const hasNews = await fetch(isLater)
    isFetching = false
    for (const resolve of resolvers) resolve()
    ifNothingNew = hasNews ? [] : ifNothingNew.filter((at) => at > startedAt)
    anyway = anyway.filter((at) => at > startedAt)
    const next = Math.min(dueAt, ...ifNothingNew, ...anyway)
    if (next < Number.POSITIVE_INFINITY) schedule(next)
  }

  const laterTimes = () => laterFetches.map((after) => now() + after)

  return {
    onHint: ({ spread = 0, early = false }) => {
      isHinted = true
      if (early) ifNothingNew = laterTimes()
      schedule(now() + random() * spread)
      return new Promise((resolve) => waiting.push(resolve))
    },
    fetchLater: () => {
      anyway = laterTimes()
      schedule(Math.min(...anyway))
    },
    stop: () => {
      clearTimeout(timer)
      dueAt = Number.POSITIVE_INFINITY
      ifNothingNew = []
      anyway = []
    },
  }
}

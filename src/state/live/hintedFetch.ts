import { type LiveHint, longestSpread } from '../../contract/live/liveStream.ts'

/** Fetches after hints: as soon as possible, but rarely. */
export interface HintedFetch {
  /**
   * Fetches at once, or within the `spread` of the hint. Hints during the following second share one fetch at its end.
   * Resolves after the next fetch that starts.
   */
  onHint(hint: LiveHint): Promise<void>
  /** Fetches once 30 seconds from now. Further calls until then have no effect. */
  fetchLater(): void
  stop(): void
}

interface HintedFetchOptions {
  /**
   * Fetches what may have changed. Resolves to whether there was something new, and never rejects.
   * @param isHinted whether a hint came since the last fetch. Without one, the fetch repeats an earlier one that an
   * early hint caused, or was planned by `fetchLater`.
   */
  fetch: (isHinted: boolean) => Promise<boolean>
  monotonic: () => number
  /** A number from 0 up to, but not including, 1. */
  random: () => number
}

export const createHintedFetch = ({ fetch, monotonic, random }: HintedFetchOptions): HintedFetch => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let dueAt = Number.POSITIVE_INFINITY
  let startedAt = Number.NEGATIVE_INFINITY
  let isFetching = false
  /** When to fetch again after an early hint, unless something new is found before. */
  let ifNothingNew: number[] = []
  /** When to fetch in any case. */
  let laterAt = Number.POSITIVE_INFINITY
  let isHinted = false
  let waiting: (() => void)[] = []

  const schedule = (at: number) => {
    // A second between the fetches of two hints.
    dueAt = Math.min(dueAt, Math.max(at, startedAt + 1_000))
    clearTimeout(timer)
    if (!isFetching && dueAt < Number.POSITIVE_INFINITY)
      timer = setTimeout(() => void run(), Math.max(0, dueAt - monotonic()))
  }

  const run = async () => {
    const wasHinted = isHinted
    const time = monotonic()
    // A fetch without a hint does not delay the next hint.
    if (wasHinted) startedAt = time
    dueAt = Number.POSITIVE_INFINITY
    isFetching = true
    const resolvers = waiting
    waiting = []
    isHinted = false
    const hasNews = await fetch(wasHinted)
    isFetching = false
    for (const resolve of resolvers) resolve()
    ifNothingNew = hasNews ? [] : ifNothingNew.filter((at) => at > time)
    if (laterAt <= time) laterAt = Number.POSITIVE_INFINITY
    schedule(Math.min(laterAt, ...ifNothingNew))
  }

  return {
    onHint: ({ spread = 0, early = false }) => {
      isHinted = true
      // The service may not have stored the notification yet.
      if (early) ifNothingNew = [1_000, 3_000, 10_000].map((after) => monotonic() + after)
      // A `spread` that is no number would leave this and all later hints without a time.
      schedule(monotonic() + random() * (Math.min(spread, longestSpread) || 0))
      return new Promise((resolve) => waiting.push(resolve))
    },
    fetchLater: () => {
      laterAt = Math.min(laterAt, monotonic() + 30_000)
      schedule(laterAt)
    },
    stop: () => {
      clearTimeout(timer)
      dueAt = Number.POSITIVE_INFINITY
      ifNothingNew = []
      laterAt = Number.POSITIVE_INFINITY
    },
  }
}

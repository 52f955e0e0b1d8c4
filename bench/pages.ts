import { emptyLog } from '../src/state/log/intentLog.ts'
import { type StampedPage } from '../src/state/model/stampedPage.ts'
import { mergePages } from '../src/state/pages/mergePages.ts'
import { makeNotifications } from '../src/testing/index.ts'
import { pageCount, pageSize } from './cannedService.ts'
import { createLoadedInbox, loadNext } from './LoadedInbox.tsx'
import { measure, median } from './measure.ts'
import { ms, type Result, times } from './report.ts'

const mostRatio = 2
const loads = 30

export const benchMerge = (): Result[] => {
  const all = makeNotifications(pageSize * pageCount)
  const pages = Array.from({ length: pageCount }, (_, page): StampedPage => ({
    data: all.slice(page * pageSize, (page + 1) * pageSize),
    hasMore: page < pageCount - 1,
    pageSize,
    page,
    unreadable: [],
    requestedAt: page + 1,
    limit: pageSize,
  }))
  // Copies, because the join of the same pages is cached.
  const time = measure(
    () => pages.map((page) => ({ ...page })),
    (list) => mergePages(list, [], 0, [], emptyLog, {}),
  )
  return [{ name: `mergePages, ${pageCount} pages of ${pageSize}`, median: ms(time) }]
}

/**
 * Measures from the request of a page to a finished render of `useFeed` with its notifications. "The first page" is the
 * one after the initial page, so that mounting does not count.
 */
export const benchLoading = async (): Promise<Result[]> => {
  const first: number[] = []
  const last: number[] = []
  for (let load = -2; load < loads; load++) {
    const inbox = createLoadedInbox()
    await inbox.when(({ feed }) => feed.isSuccess)
    const all: number[] = []
    while (inbox.state().feed.hasMore) all.push(await loadNext(inbox))
    inbox.unmount()
    // The first two loads warm up.
    if (load < 0) continue
    first.push(all[0] ?? Number.NaN)
    // The last page is shorter, so the one before it counts.
    last.push(all.at(-2) ?? Number.NaN)
  }
  const ratio = median(last) / median(first)
  return [
    { name: 'loading the first page', median: ms(median(first)), ratio: times(1) },
    {
      name: `loading page ${pageCount}, relative to the first`,
      median: ms(median(last)),
      ratio: times(ratio),
      limit: `≤ ${times(mostRatio)}`,
      passed: ratio <= mostRatio,
    },
  ]
}

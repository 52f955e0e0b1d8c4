import { emptyLog } from '../src/state/marks/markLog.ts'
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
  // Copies, because merged pages are cached by identity.
  const time = measure(
    () => pages.map((page) => ({ ...page })),
    (list) => mergePages(list, [], 0, [], emptyLog, {}),
  )
  return [{ name: `mergePages, ${pageCount} pages of ${pageSize}`, median: ms(time) }]
}

/**
 * Measures from the fetch of a feed page to its notifications in a committed render of `useFeed`. The first measured
 * page is the second of the feed, so that mounting doesn't count.
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
    // The last page is shorter.
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

import { InboxFeed } from '../src/components/inbox/InboxFeed.tsx'
import { pageCount, pageSize } from './cannedService.ts'
import { createLoadedInbox, loadNext, type LoadedInbox } from './LoadedInbox.tsx'
import { median } from './measure.ts'
import { startCounting } from './renders.ts'
import { ms, type Result } from './report.ts'

const marks = 30

/** Runs a mark until it is shown, sent and settled. */
const mark = async (inbox: LoadedInbox, place: number) => {
  const id = inbox.state().feed.notifications[place]?._id ?? ''
  const start = performance.now()
  const settled = inbox.state().markAs.mutateAsync({ messageId: id, markAs: 'seen' })
  await inbox.when(({ feed }) => feed.notifications[place]?.seen ?? false)
  const shownAfter = performance.now() - start
  await settled
  return shownAfter
}

/** Measures marks on single notifications in a list of 10,000, rendered by the real `InboxFeed`. */
export const benchRows = async (): Promise<Result[]> => {
  const inbox = createLoadedInbox()
  await inbox.when(({ feed }) => feed.isSuccess)
  while (inbox.state().feed.hasMore) await loadNext(inbox)
  inbox.render(<InboxFeed pageSize={pageSize} />)
  await inbox.when(() => document.querySelector('[role="article"]') !== null)

  // Rendering the list refetches the newest page. This first mark waits until that is done.
  await mark(inbox, 1)

  const shown: number[] = []
  const rows: number[] = []
  for (let run = 0; run < marks; run++) {
    const place = run * 3
    const { components } = startCounting()
    shown.push(await mark(inbox, place))
    rows.push(components.get('NotificationItem') ?? 0)
  }
  inbox.unmount()
  const most = Math.max(...rows)
  const items = pageCount * pageSize
  return [
    {
      name: `rows rendered for one mark on one of ${items} notifications, maximum`,
      median: String(most),
      limit: '1',
      passed: most === 1,
    },
    { name: `from a mark on one of ${items} notifications to its row`, median: ms(median(shown)) },
  ]
}

import { useCallback, useEffect, useState } from 'react'
import { Announcer } from '../../src/components/feedback/Announcer.tsx'
import { InboxFeed } from '../../src/components/inbox/InboxFeed.tsx'
import { InboxProvider, useFeed, useMarkAll } from '../../src/hooks/index.ts'
import { pageSize } from '../cannedService.ts'
import { noteShown } from './milestones.ts'

const filter = {}

/**
 * Loads all feed pages in sequence, as fast as possible. It unmounts when it is done, because a reader has no second
 * list.
 */
const Loader = ({ count, onLoaded }: { count: number; onLoaded: () => void }) => {
  const { notifications, hasMore, isFetching, isSuccess, fetchNextPage } = useFeed(filter, { pageSize })
  useEffect(() => {
    noteShown(notifications.length, count)
    if (notifications.length >= count) onLoaded()
  }, [notifications.length, count, onLoaded])
  useEffect(() => {
    if (isSuccess && hasMore && !isFetching) void fetchNextPage()
  }, [isSuccess, hasMore, isFetching, fetchNextPage])
  return null
}

const MarkAll = () => {
  const { mutate: markAll } = useMarkAll()
  return (
    <button id="mark-all" onClick={() => markAll({ markAs: 'read' })}>
      Mark all
    </button>
  )
}

/** The real list over the real state, with a service on this machine. */
export const InboxSubject = ({ count }: { count: number }) => {
  const [isLoaded, setLoaded] = useState(false)
  const finish = useCallback(() => setLoaded(true), [])
  return (
    <InboxProvider
      subscriberId="ada"
      baseUrl="/api/inbox"
      retry={false}
      pollInterval={1e9}
      environment={{ openBroadcast: () => undefined, locks: undefined }}
    >
      <Announcer>
        <MarkAll />
        {!isLoaded && <Loader count={count} onLoaded={finish} />}
        <InboxFeed filter={filter} pageSize={pageSize} />
      </Announcer>
    </InboxProvider>
  )
}

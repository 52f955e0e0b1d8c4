import type { InboxNotification } from '../../src/index.ts'
import { InboxProvider, useCount, useFeed, useMarkAll, useMarkAs, usePreferences } from '../../src/hooks/index.ts'

type Equals<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const is = <_Claim extends true>() => undefined

export const Results = () => {
  const feed = useFeed({ read: false })
  is<Equals<typeof feed.notifications, InboxNotification[]>>()
  is<Equals<typeof feed.error, Error | null>>()
  const { count, error } = useCount({ seen: false })
  is<Equals<typeof count, number | undefined>>()
  is<Equals<typeof error, Error | null>>()
  const preferences = usePreferences()
  if (preferences.isSuccess) is<Equals<typeof preferences.data.global.enabled, boolean>>()
  return null
}

export const Filters = () => {
  useFeed({ where: ({ payload }) => payload?.['urgent'] === true })
  // @ts-expect-error -- a flag is true or false
  useFeed({ read: 'false' })
  // @ts-expect-error -- there is no such filter
  useFeed({ unread: true })
  // @ts-expect-error -- of the service's filters, payload is an object
  useFeed({ payload: 'urgent' })
  return null
}

export const Marks = () => {
  const markAs = useMarkAs()
  markAs.mutate({ messageId: ['a', 'b'], markAs: 'seen' })
  // @ts-expect-error -- no such mark
  markAs.mutate({ messageId: 'a', markAs: 'archived' })
  // @ts-expect-error -- marks of messages name them
  markAs.mutate({ markAs: 'read' })
  const markAll = useMarkAll()
  markAll.mutate({ markAs: 'read', undoable: true })
  void markAll.undo?.().then()
  return null
}

export const Provider = () => (
  <>
    <InboxProvider subscriberId={null} baseUrl="/api/inbox" />
    {/* @ts-expect-error -- where is the inbox? */}
    <InboxProvider subscriberId="ada" />
    {/* @ts-expect-error -- a key has no place in a page */}
    <InboxProvider subscriberId="ada" baseUrl="/api/inbox" apiKey="secret" />
  </>
)

import { expectTypeOf } from 'vitest'
import {
  InboxProvider,
  useCount,
  useFeed,
  type Undo,
  useMarkAll,
  useMarkAs,
  usePreferences,
} from '../../src/hooks/index.ts'
import type { InboxNotification } from '../../src/index.ts'

export const Results = () => {
  const feed = useFeed({ read: false })
  expectTypeOf(feed.notifications).toEqualTypeOf<InboxNotification[]>()
  expectTypeOf(feed.error).toEqualTypeOf<Error | null>()
  const { count, error } = useCount({ seen: false })
  expectTypeOf(count).toEqualTypeOf<number | undefined>()
  expectTypeOf(error).toEqualTypeOf<Error | null>()
  const preferences = usePreferences()
  if (preferences.isSuccess) expectTypeOf(preferences.data.global.enabled).toEqualTypeOf<boolean>()
  expectTypeOf(preferences.update({ channels: { email: true } })).toEqualTypeOf<Promise<void>>()
  // @ts-expect-error -- unknown channel
  void preferences.update({ channels: { fax: true } })
  return null
}

export const Filters = () => {
  useFeed({ where: ({ payload }) => payload?.['urgent'] === true })
  // @ts-expect-error -- a flag must be a boolean
  useFeed({ read: 'false' })
  // @ts-expect-error -- unknown filter
  useFeed({ unread: true })
  // @ts-expect-error -- payload must be an object
  useFeed({ payload: 'urgent' })
  return null
}

export const Marks = () => {
  const markAs = useMarkAs()
  markAs.mutate({ messageId: ['a', 'b'], markAs: 'seen' })
  // @ts-expect-error -- unknown mark
  markAs.mutate({ messageId: 'a', markAs: 'archived' })
  // @ts-expect-error -- a mark of messages needs their ids
  markAs.mutate({ markAs: 'read' })
  const markAll = useMarkAll()
  markAll.mutate({ markAs: 'read' })
  // @ts-expect-error -- the inbox decides whether it needs ids
  markAll.mutate({ markAs: 'read', returnIds: true })
  expectTypeOf(markAll.undo).toEqualTypeOf<Undo | undefined>()
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

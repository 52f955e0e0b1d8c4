import { lazy, memo } from 'react'
import * as z from 'zod'
import {
  defineKinds,
  Feed,
  Inbox,
  InboxFeed,
  InboxPage,
  InboxPanel,
  type KindProps,
  type Kinds,
  NotificationTitle,
} from '../../src/index.ts'

/** Only `tsc` checks this file. `@ts-expect-error` marks the lines that must not compile. */

interface Comment {
  author: string
}
interface Payloads {
  'comment-added': Comment
  'export-ready': { rows: number }
}

const CommentItem = ({ notification }: KindProps<Comment>) => (
  <NotificationTitle>{notification.payload.author}</NotificationTitle>
)
const ExportItem = ({ notification: { payload } }: KindProps<{ rows: number }>) => <>{payload.rows.toFixed()}</>

// Each component that renders a feed accepts kinds, with or without defineKinds.
const kinds = defineKinds<Payloads>({ 'comment-added': CommentItem, 'export-ready': ExportItem })
export const everywhere = {
  inbox: <Inbox subscriberId="ada" baseUrl="/api/inbox" kinds={kinds} />,
  page: <InboxPage subscriberId="ada" baseUrl="/api/inbox" kinds={kinds} />,
  panel: <InboxPanel kinds={kinds} />,
  list: <InboxFeed kinds={kinds} />,
  plainList: <Feed notifications={[]} kinds={kinds} />,
  inPlace: <InboxFeed kinds={{ 'comment-added': CommentItem }} />,
}

// Not every kind needs a renderer. A renderer may be memoized, lazy or inline.
defineKinds<Payloads>({})
defineKinds<Payloads>({ 'comment-added': memo(CommentItem) })
defineKinds<Payloads>({ 'comment-added': lazy(async () => ({ default: CommentItem })) })
defineKinds<Payloads>({ 'export-ready': ({ notification }) => notification.payload.rows * 2 })
export const byType: Kinds<Payloads> = { 'comment-added': CommentItem }

// @ts-expect-error unknown workflow
defineKinds<Payloads>({ 'comment-removed': CommentItem })
// @ts-expect-error the payload of exports is different
defineKinds<Payloads>({ 'export-ready': CommentItem })
// @ts-expect-error unknown field of the payload
defineKinds<Payloads>({ 'comment-added': ({ notification }) => notification.payload.writer })
// @ts-expect-error a renderer must be a component
defineKinds<Payloads>({ 'comment-added': 'CommentItem' })
// @ts-expect-error a renderer must not require other props
defineKinds<Payloads>({ 'comment-added': (props: KindProps<Comment> & { color: string }) => props.color })

// The output of a schema is the payload of its renderer.
const comment = z.object({ author: z.string() })
const checked = defineKinds<Payloads>({ 'comment-added': { schema: comment, component: CommentItem } })
export const withSchema = <Inbox subscriberId="ada" baseUrl="/api/inbox" kinds={checked} />

// @ts-expect-error the schema has another payload
defineKinds<Payloads>({ 'export-ready': { schema: comment, component: ExportItem } })
// @ts-expect-error the renderer has another payload
defineKinds<Payloads>({ 'comment-added': { schema: comment, component: ExportItem } })

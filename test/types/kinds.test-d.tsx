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

/** Checked by `tsc` alone: a line that must not compile says so. */

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

// Each place that draws a list takes them, with or without defineKinds.
const kinds = defineKinds<Payloads>({ 'comment-added': CommentItem, 'export-ready': ExportItem })
export const everywhere = {
  inbox: <Inbox subscriberId="ada" baseUrl="/api/inbox" kinds={kinds} />,
  page: <InboxPage subscriberId="ada" baseUrl="/api/inbox" kinds={kinds} />,
  panel: <InboxPanel kinds={kinds} />,
  list: <InboxFeed kinds={kinds} />,
  plainList: <Feed notifications={[]} kinds={kinds} />,
  inPlace: <InboxFeed kinds={{ 'comment-added': CommentItem }} />,
}

// Not all of them need a renderer, and a renderer may be memoised, lazy or written in place.
defineKinds<Payloads>({})
defineKinds<Payloads>({ 'comment-added': memo(CommentItem) })
defineKinds<Payloads>({ 'comment-added': lazy(async () => ({ default: CommentItem })) })
defineKinds<Payloads>({ 'export-ready': ({ notification }) => notification.payload.rows * 2 })
export const byType: Kinds<Payloads> = { 'comment-added': CommentItem }

// @ts-expect-error there is no such workflow
defineKinds<Payloads>({ 'comment-removed': CommentItem })
// @ts-expect-error the payload of exports is another one
defineKinds<Payloads>({ 'export-ready': CommentItem })
// @ts-expect-error the payload has no such field
defineKinds<Payloads>({ 'comment-added': ({ notification }) => notification.payload.writer })
// @ts-expect-error a renderer is a component
defineKinds<Payloads>({ 'comment-added': 'CommentItem' })
// @ts-expect-error a component that needs more than a notification is no renderer
defineKinds<Payloads>({ 'comment-added': (props: KindProps<Comment> & { color: string }) => props.color })

// A schema gives what its renderer takes.
const comment = z.object({ author: z.string() })
const checked = defineKinds<Payloads>({ 'comment-added': { schema: comment, component: CommentItem } })
export const withSchema = <Inbox subscriberId="ada" baseUrl="/api/inbox" kinds={checked} />

// @ts-expect-error the schema is of another payload
defineKinds<Payloads>({ 'export-ready': { schema: comment, component: ExportItem } })
// @ts-expect-error the renderer is of another payload
defineKinds<Payloads>({ 'comment-added': { schema: comment, component: ExportItem } })

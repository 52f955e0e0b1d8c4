import type { TriggerEvent } from '../../src/contract/bulkTrigger.ts'
import { type Happening, workflowOf } from '../content/happenings.ts'
import { findPerson } from '../content/people.ts'
import type { Post, Remark } from '../content/Post.ts'
import type { Project } from '../content/projects.ts'

/** An event without a recipient. */
export type OpenEvent = Omit<TriggerEvent, 'to' | 'transactionId'>

const open = (happening: Happening, payload: Record<string, unknown>, actor?: string): OpenEvent => ({
  name: workflowOf[happening],
  payload,
  ...(actor !== undefined && { actor }),
})

/** A remark with its post. */
export interface PlacedRemark extends Remark {
  /** The post of the remark. */
  post: Post
}

export const commentEvent = ({ post, by, text }: PlacedRemark): OpenEvent =>
  open('comment', { postId: post.id, postTitle: post.title, text }, by)

export const mentionEvent = ({ post, by, text }: PlacedRemark): OpenEvent =>
  open('mention', { postId: post.id, postTitle: post.title, text }, by)

/** @param by id of the person who likes the post. */
export const likeEvent = ({ id, title, paragraphs: [text] }: Post, by: string): OpenEvent =>
  open('like', { postId: id, postTitle: title, text }, by)

/** @param invitationId distinguishes two invitations to one project. */
export const invitationEvent = ({ id, name, team }: Project, invitationId: string): OpenEvent => {
  const [host = 'grace', ...others] = team
  const names = others.flatMap((other) => findPerson(other)?.firstName ?? [])
  const text = names.length > 0 ? `You would work with ${names.join(' and ')}.` : 'You would be the second.'
  return open('invitation', { invitationId, projectId: id, projectName: name, text }, host)
}

const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', timeZone: 'UTC' })

/** The invoice of the month in which it is issued. */
export const invoiceEvent = (number: string, amount: string, issuedAt: Date): OpenEvent => {
  const due = new Date(issuedAt.getTime() + 14 * 24 * 60 * 60 * 1000)
  return open('invoice', { number, amount, period: month.format(issuedAt), due: day.format(due) })
}

/** A sign-in from a new device. */
export interface SignIn {
  /** City of the sign-in. */
  place: string
  /** Browser and device. */
  device: string
}

export const signIns: readonly SignIn[] = [
  { place: 'Gothenburg', device: 'Firefox on Windows' },
  { place: 'Porto', device: 'Safari on an iPhone' },
  { place: 'Osaka', device: 'Chrome on a Mac' },
  { place: 'Vienna', device: 'Edge on Windows' },
  { place: 'Tallinn', device: 'Firefox on Linux' },
]

export const securityEvent = (signIn: SignIn): OpenEvent => open('security', { area: 'security', ...signIn })

export const digestEvent = (top: Post, comments: number): OpenEvent =>
  open('digest', { area: 'digest', comments, posts: 3 + (comments % 5), topTitle: top.title })

import type { PastEvent } from '../../src/service/index.ts'
import { at } from '../content/at.ts'
import { members } from '../content/people.ts'
import { posts } from '../content/posts.ts'
import { projects } from '../content/projects.ts'
import { chance } from './chance.ts'
import {
  commentEvent,
  digestEvent,
  invitationEvent,
  invoiceEvent,
  mentionEvent,
  type OpenEvent,
  securityEvent,
  signIns,
} from './events.ts'

const minute = 60 * 1000
const hour = 60 * minute
const day = 24 * hour
const weeks = 5

/** An event for some members. */
interface Moment {
  /** Unique key, the same on every start. */
  key: string
  event: OpenEvent
  to: readonly string[]
}

interface DatedMoment extends Moment {
  createdAt: Date
}

/**
 * The last weeks of the demo's company. Only the dates differ between starts: they are relative to `now`. Each event
 * has its own transactionId, so seeding it again changes nothing.
 */
export const history = (now: Date): PastEvent[] =>
  [...conversation(now), ...invitations(now), ...paperwork(now)]
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
    .flatMap(({ key, event, to, createdAt }) =>
      to.map((subscriberId) => ({
        event: { ...event, to: subscriberId, transactionId: `history ${key} ${subscriberId}` },
        createdAt,
        ...flags(now.getTime() - createdAt.getTime(), chance(`${key} ${subscriberId}`)),
      })),
    )

/** Comments, mentions and alerts, denser towards now. */
const conversation = (now: Date): DatedMoment[] => {
  const moments = shuffled([...comments(), ...mentions(), ...alerts()])
  return moments.map((moment, index) => {
    const age = ((index + 1) / moments.length) ** 1.7 * weeks * 7 * day
    return { ...moment, createdAt: new Date(now.getTime() - 4 * minute - Math.round(age)) }
  })
}

const comments = (): Moment[] =>
  posts.flatMap((post) =>
    post.comments.map((comment, index) => ({
      key: `comment ${post.id} ${index}`,
      event: commentEvent({ ...comment, post }),
      to: post.followers.filter((follower) => follower !== comment.by),
    })),
  )

const mentions = (): Moment[] =>
  posts.flatMap((post, place) =>
    post.mentions.map((mention, index) => {
      const others = post.followers.filter((follower) => follower !== mention.by)
      return {
        key: `mention ${post.id} ${index}`,
        event: mentionEvent({ ...mention, post }),
        to: others.slice((place + index) % others.length).slice(0, 1),
      }
    }),
  )

const invitations = (now: Date): DatedMoment[] =>
  [
    { project: at(projects, 0), age: 50 * minute },
    { project: at(projects, 1), age: 12 * day },
  ].flatMap(({ project, age }) =>
    members.map(({ id }) => ({
      key: `invitation ${project.id}`,
      event: invitationEvent(project, `history-${project.id}-${id}`),
      to: [id],
      createdAt: new Date(now.getTime() - age),
    })),
  )

const alerts = (): Moment[] =>
  signIns.slice(0, 2).map((signIn, index) => ({
    key: `alert ${index}`,
    event: securityEvent(signIn),
    to: members.map(({ id }) => id),
  }))

/** Scheduled events: a digest each Monday, an invoice on the first of each month. */
const paperwork = (now: Date): DatedMoment[] => {
  const to = members.map(({ id }) => id)
  const mornings = Array.from({ length: 10 * 7 }, (_, age) => {
    const date = new Date(now.getTime() - (age + 1) * day)
    date.setUTCHours(6, 30, 0, 0)
    return date
  })
  const mondays = mornings.filter((date) => date.getUTCDay() === 1).slice(0, weeks)
  const firsts = mornings.filter((date) => date.getUTCDate() === 1).slice(0, 2)
  return [
    ...mondays.map((createdAt, index) => ({ key: `digest ${index}`, event: digest(index), to, createdAt })),
    ...firsts.map((createdAt, index) => ({
      key: `invoice ${index}`,
      event: invoiceEvent(`OR-${2100 - index}`, '€240.00', createdAt),
      to,
      createdAt,
    })),
  ]
}

const digest = (week: number) => digestEvent(at(posts, week * 3), 12 + ((week * 5) % 23))

/** Flags by age: nothing of the last hours is seen, most of the last days is read, and almost everything older. */
const flags = (age: number, luck: number) => {
  if (age < 5 * hour) return { seen: false, read: false }
  return { seen: true, read: luck < (age < 3 * day ? 0.55 : 0.93) }
}

const shuffled = (moments: readonly Moment[]): Moment[] =>
  moments
    .map((moment) => ({ moment, place: chance(`almond ${moment.key}`) }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ moment }) => moment)

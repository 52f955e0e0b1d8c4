import * as z from 'zod/mini'
import { channels } from '../../contract/channel.ts'
import { buttonTypes } from '../../contract/inbox/constants.ts'
import { weekDays } from '../../contract/inbox/weekDays.ts'
import { plainObject } from '../../contract/responseSchema.ts'
import { filterJoins, filterOperators, filterSources, filterTypes } from '../../contract/stepFilter.ts'
import { digestUnits, ordinals, ordinalValues } from '../../contract/workflow.ts'

/** Identifiers are keys of indexes, whose entries take up to 2.7 kB. */
export const identifier = z
  .string()
  .check(
    z.minLength(1, { error: 'must not be empty' }),
    z.maxLength(255, { error: 'must have at most 255 characters' }),
  )
const withDefault = z._default

const fieldFilter = z.strictObject({
  /** Name of the compared field, without its source: `plan`, or a dotted path such as `address.country`. */
  field: z.string(),
  /** The text to compare the field with. */
  value: z.string(),
  /** How the field is compared with the value. */
  operator: z.enum(filterOperators),
  /** Where the field is: in the subscriber or in the event's payload. */
  on: z.enum(filterSources),
})

/** A condition of an integration or of a step. */
export const condition = z.strictObject({
  /** Whether to negate the condition. */
  isNegated: z.boolean(),
  /** Kind of the condition. */
  type: z.enum(filterTypes),
  /** Whether all parts must hold (`AND`), or one of them (`OR`). */
  value: z.enum(filterJoins),
  /** The comparisons. May be empty. */
  children: z.array(fieldFilter),
})

const cta = z.strictObject({
  /** Kind of the call to action: `redirect` opens an address. */
  type: z.optional(z.literal('redirect')),
  /** Parameters of the call to action. */
  data: z.optional(
    z.strictObject({
      /** Address that the notification links to. A template. */
      url: z.optional(z.string()),
    }),
  ),
  /** Buttons of the notification. */
  action: z.optional(
    z.strictObject({
      /** `done` after the user used a button. */
      status: z.optional(z.enum(['pending', 'done'])),
      /** The buttons in their order. */
      buttons: z.optional(
        z.array(
          z.strictObject({
            /** Visual weight of the button. */
            type: z.enum(buttonTypes),
            /** Label of the button. A template. */
            content: z.string(),
            /** Text that replaces the button after it was used. A template. */
            resultContent: z.optional(z.string()),
          }),
        ),
      ),
      /** Result of the buttons. */
      result: z.optional(
        z.strictObject({
          /** Any data of the result. */
          payload: z.optional(plainObject),
          /** The button that was used. */
          type: z.optional(z.enum(buttonTypes)),
        }),
      ),
    }),
  ),
})

/** The fields of each kind of step. */
const stepFields = {
  /**
   * Name by which `onlyIf` and messages for you refer to the step, unique in its workflow. Default: its kind, such as
   * `in-app` or `digest`, and `email-2` for the second one.
   */
  name: z.optional(identifier),
  /** Whether the step takes place. Default true. */
  active: withDefault(z.boolean(), true),
  /** The recipients for whom the step takes place: all conditions must hold. Default: all of them. */
  filters: withDefault(z.array(condition), []),
}

/** What a message says. */
const texts = {
  /** Title of the message. A Liquid template. */
  subject: z.optional(z.string()),
  /** Text of the message. A Liquid template that sees `payload`, `subscriber`, `actor`, `tenant` and `step`. */
  content: z.string(),
  /** The notification's link and buttons. */
  cta: z.optional(cta),
}

const messageStep = z.strictObject({
  /** Channel of the message. Only `in_app` shows in feeds. */
  channel: z.enum(channels),
  ...stepFields,
  ...texts,
  /** Identifier of the feed that the message belongs to. Mark-all can be limited to feeds. */
  feed: z.optional(identifier),
  /** Other texts for some recipients. The first variant whose conditions hold replaces the texts. Default: none. */
  variants: withDefault(
    z.array(
      z.strictObject({
        /** Name of the variant. Default: its number. */
        name: z.optional(identifier),
        /** The recipients of the variant: all conditions must hold. */
        filters: z.array(condition).check(z.minLength(1)),
        ...texts,
      }),
    ),
    [],
  ),
  /** Sends the message only if the recipient has not read the notification of an earlier step when it is due. */
  onlyIf: z.optional(
    z.strictObject({
      /** Name of an earlier step that shows in the app: `in-app`. */
      step: z.string(),
      /** What the notification must be: neither read, archived nor deleted, or not even `unseen`. */
      is: z.enum(['unread', 'unseen']),
    }),
  ),
  /** Whether the later steps wait until the message is sent, and do not take place if that fails. Default false. */
  shouldStopOnFail: withDefault(z.boolean(), false),
})

const amount = z.int().check(z.minimum(1))
const unit = z.enum(digestUnits)

const delayStep = z.strictObject({
  /** A wait before the next step. */
  delay: z.union([
    z.strictObject({
      /** Kind of the wait: for a time. */
      type: withDefault(z.literal('regular'), 'regular'),
      /** Number of units to wait. */
      amount,
      /** Unit of `amount`. A month has 30 days. */
      unit,
    }),
    z.strictObject({
      /** Kind of the wait: until a date in the payload. */
      type: z.literal('scheduled'),
      /** Path of the date in the payload: `startsAt`, or `meeting.startsAt`. The date is ISO 8601 with its zone. */
      delayPath: z.string().check(z.minLength(1)),
    }),
  ]),
  ...stepFields,
})

/** Field of the payload that tells digests apart. */
const digestKey = z.optional(z.string().check(z.minLength(1)))

const regularDigest = z.strictObject({
  /** Kind of the digest: `backoff` delivers the first event at once, and collects those that follow it closely. */
  type: withDefault(z.enum(['regular', 'backoff']), 'regular'),
  /** Number of units for which events are collected. */
  amount,
  /** Unit of `amount`. A month has 30 days. */
  unit,
  /** Path of a value in the payload: events with different values are collected apart. Default: all are one digest. */
  digestKey,
  /** The same as the type `backoff`. */
  backoff: z.optional(z.boolean()),
  /** With `backoff`: number of units for which an event makes the next ones wait. Default: `amount`. */
  backoffAmount: z.optional(amount),
  /** Unit of `backoffAmount`. Default: `unit`. */
  backoffUnit: z.optional(unit),
  /**
   * Whether the in-app steps directly after the digest take place at once. Each further event then changes their
   * notification, and delivers it again. Default false: they take place once, when the digest ends.
   */
  updateMode: z.optional(z.boolean()),
})

const timedDigest = z.strictObject({
  /** Kind of the digest: until a time of day, in the time zone of the recipient. */
  type: z.literal('timed'),
  /** Number of units between two digests. Default 1. */
  amount: withDefault(amount, 1),
  /** Unit of `amount`: `days`, `weeks` or `months`. Also `minutes` and `hours`, which need no `timed`. */
  unit: z.enum(['minutes', 'hours', 'days', 'weeks', 'months']),
  /** Path of a value in the payload: events with different values are collected apart. Default: all are one digest. */
  digestKey,
  /** Whether the in-app steps directly after the digest take place at once: see the type `regular`. Default false. */
  updateMode: z.optional(z.boolean()),
  /** When the digest ends. */
  timed: withDefault(
    z.strictObject({
      /** Time of day: `09:00`. Default: the time of the first event. */
      atTime: z.optional(
        z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, { error: 'must be a time such as 09:00' })),
      ),
      /** With weeks: the days of the week. Default: that of the first event. */
      weekDays: z.optional(z.array(z.enum(weekDays)).check(z.minLength(1))),
      /** With months: the days of the month, `1` to `31`. A shorter month has its last day. Default: as the event. */
      monthDays: z.optional(
        z
          .array(z.string().check(z.regex(/^([1-9]|[12]\d|3[01])$/, { error: 'must be a day of the month, as text' })))
          .check(z.minLength(1)),
      ),
      /** With months and `on`: position of the day in the month. A month without a fifth one has its last one. */
      ordinal: z.optional(z.enum(ordinals)),
      /** With months and `on`: the kind of day that `ordinal` counts. */
      ordinalValue: z.optional(z.enum(ordinalValues)),
      /** With months: on each day of `monthDays`, or on the day of `ordinal`. Default `each`. */
      monthlyType: z.optional(z.enum(['each', 'on'])),
    }),
    {},
  ),
})

const digestStep = z.strictObject({
  /** Collects the events of a recipient. The later steps take place once for all of them. */
  digest: z.union([regularDigest, timedDigest]),
  ...stepFields,
})

/** A step of a workflow. */
export const workflowStep = z.union([messageStep, delayStep, digestStep])

export type Step = z.output<typeof workflowStep>
export type WrittenMessage = z.output<typeof messageStep>
export type Delay = z.output<typeof delayStep>['delay']
export type Digest = z.output<typeof digestStep>['digest']

/** The names of a workflow's steps: their own, or their kind, with a number if another step has that name. */
export const stepNames = (steps: readonly Step[]): string[] => {
  const used = new Set(steps.flatMap(({ name }) => name ?? []))
  return steps.map((step) => {
    if (step.name !== undefined) return step.name
    const kind = 'channel' in step ? step.channel.replace('_', '-') : 'delay' in step ? 'delay' : 'digest'
    let name: string = kind
    for (let number = 2; used.has(name); number++) name = `${kind}-${number}`
    used.add(name)
    return name
  })
}

import * as z from 'zod/mini'

/** Channels that a subscriber enables or disables. */
export const channelChoices = z.partial(
  z.strictObject({
    /** Whether in-app messages are on. */
    in_app: z.boolean(),
    /** Whether emails are on. */
    email: z.boolean(),
    /** Whether text messages are on. */
    sms: z.boolean(),
    /** Whether chat messages are on. */
    chat: z.boolean(),
    /** Whether push messages are on. */
    push: z.boolean(),
  }),
)

const hour = z
  .string()
  // Spelled out instead of a case-insensitive flag, because JSON schemas have no flags.
  .check(z.regex(/^(0?[1-9]|1[0-2]):[0-5]\d ?[AaPp][Mm]$/, { error: 'must be a time such as "09:00 AM"' }))

/** The most ranges of a day. The schedule is read with each request of the subscriber. */
const maxRanges = 48

const day = z.strictObject({
  /** Whether notifications are delivered on this day. */
  isEnabled: z.boolean(),
  /** Delivery hours: at most 48 ranges. Without any, the day delivers nothing. */
  hours: z.optional(
    z
      .array(
        z.strictObject({
          /** Start of the range, such as "09:00 AM". */
          start: hour,
          /** End of the range, such as "05:30 PM". An end before the start is on the next day. */
          end: hour,
        }),
      )
      .check(z.maxLength(maxRanges, { error: `must have at most ${maxRanges} ranges` })),
  ),
})

/** A schedule that a subscriber sets. */
export const scheduleChoice = z.strictObject({
  /** Whether the schedule is enabled. */
  isEnabled: z.boolean(),
  /** Hours by day of the week. */
  weeklySchedule: z.optional(
    z.partial(
      z.strictObject({
        /** Hours of Monday. */
        monday: day,
        /** Hours of Tuesday. */
        tuesday: day,
        /** Hours of Wednesday. */
        wednesday: day,
        /** Hours of Thursday. */
        thursday: day,
        /** Hours of Friday. */
        friday: day,
        /** Hours of Saturday. */
        saturday: day,
        /** Hours of Sunday. */
        sunday: day,
      }),
    ),
  ),
})

/** The body of `updatePreferences`. What it omits stays as it is. */
export const preferencesChange = z
  .strictObject({
    /** Channels to enable or disable. */
    channels: z.optional(channelChoices),
    /** Id or identifier of the workflow whose channels change. Default: the channels for all workflows. */
    workflowId: z.optional(z.string()),
    /** The new schedule. It applies to all workflows, so it can't be sent with a `workflowId`. */
    schedule: z.optional(scheduleChoice),
    /**
     * Time zone (IANA) of the user's clock, such as "Europe/Stockholm". It becomes that of a subscriber who has none.
     * Send it with a schedule if the `timeZone` of the preferences is null.
     */
    timeZone: z.optional(z.string()),
  })
  .check(
    z.refine(({ workflowId, schedule }) => workflowId === undefined || schedule === undefined, {
      path: ['schedule'],
      error: 'applies to all workflows: send it without workflowId',
    }),
  )
export type PreferencesChange = z.output<typeof preferencesChange>

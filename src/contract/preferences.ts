import * as z from 'zod/mini'
import { channels, type Channel } from './channel.ts'
import { criticalities } from './inbox/constants.ts'
import { type weekDays } from './inbox/weekDays.ts'
import { ifValid, maybe, openEnum, responseObject } from './responseSchema.ts'

/** The channels that are enabled. A missing channel does not apply. */
export const channelPreference = responseObject({
  /** Whether emails are enabled. */
  email: maybe(z.boolean()),
  /** Whether text messages are enabled. */
  sms: maybe(z.boolean()),
  /** Whether in-app messages are enabled. */
  in_app: maybe(z.boolean()),
  /** Whether chat messages are enabled. */
  chat: maybe(z.boolean()),
  /** Whether push messages are enabled. */
  push: maybe(z.boolean()),
})
export type ChannelPreference = z.output<typeof channelPreference>

/** A range of hours on a day, as 12-hour clock text. */
export const timeRange = responseObject({
  /** Start: "09:00 AM". */
  start: z.string(),
  /** End: "05:30 PM". An end before the start is on the next day; "11:59 PM" means midnight. */
  end: z.string(),
})
export type TimeRange = z.output<typeof timeRange>

/** The delivery hours of a day of the week. */
export const daySchedule = responseObject({
  /** Whether notifications are delivered on this day. */
  isEnabled: z.boolean(),
  /** Ranges of delivery hours. Without any, the day delivers nothing. */
  hours: maybe(z.array(timeRange)),
})
export type DaySchedule = z.output<typeof daySchedule>

/** A day of a schedule. */
export type WeekDay = (typeof weekDays)[number]

/** The delivery hours of a week. A missing day delivers nothing. */
export const weeklySchedule = responseObject({
  /** Hours of Monday. */
  monday: maybe(daySchedule),
  /** Hours of Tuesday. */
  tuesday: maybe(daySchedule),
  /** Hours of Wednesday. */
  wednesday: maybe(daySchedule),
  /** Hours of Thursday. */
  thursday: maybe(daySchedule),
  /** Hours of Friday. */
  friday: maybe(daySchedule),
  /** Hours of Saturday. */
  saturday: maybe(daySchedule),
  /** Hours of Sunday. */
  sunday: maybe(daySchedule),
})
export type WeeklySchedule = z.output<typeof weeklySchedule>

/** The hours in which notifications are delivered. */
export const schedule = responseObject({
  /** Whether the schedule applies. Otherwise notifications are always delivered. */
  isEnabled: z.boolean(),
  /** Delivery hours by day of the week. */
  weeklySchedule: maybe(weeklySchedule),
})
export type Schedule = z.output<typeof schedule>

/** A subscriber's preference for all workflows. */
export const globalPreference = responseObject({
  /** Whether notifications are enabled. */
  enabled: z.boolean(),
  /** Channels that apply, and whether they are enabled. */
  channels: channelPreference,
  /** Hours in which notifications are delivered. */
  schedule: maybe(schedule),
})
export type GlobalPreference = z.output<typeof globalPreference>

/** The origin of a channel's setting. */
export const preferenceOverride = responseObject({
  /** Channel that the setting is for. */
  channel: openEnum(channels),
  /** Origin of the setting: the subscriber, the workflow, or an override of the workflow. */
  source: openEnum(['subscriber', 'template', 'workflowOverride']),
})
export type PreferenceOverride = z.output<typeof preferenceOverride>

/** What must hold for the notification in the app when a message of another channel is due. */
export interface SendCondition {
  /** What the notification must be: neither read, archived nor deleted, or not even `unseen`. */
  is: 'unread' | 'unseen'
  /** How long after the notification the message is due, in seconds. 0: the workflow has no delay between them. */
  after: number
}
/** What must hold for the notification in the app when a message of another channel is due. */
export const sendCondition: z.ZodMiniType<SendCondition> = responseObject({
  is: z.enum(['unread', 'unseen']),
  after: z.number(),
})

/** The channels over which a workflow only sends what the subscriber left in the app. */
export type SendConditions = { [Name in Channel]?: SendCondition | undefined }
/** The channels over which a workflow only sends what the subscriber left in the app. */
export const sendConditions: z.ZodMiniType<SendConditions> = z.catchall(z.object({}), ifValid(sendCondition))

/** A subscriber's preference for one workflow. */
export const workflowPreference = responseObject({
  /** Whether notifications are enabled. */
  enabled: z.boolean(),
  /** Channels that apply, and whether they are enabled. */
  channels: channelPreference,
  /** Origin of each channel's setting. */
  overrides: z.array(preferenceOverride),
  /**
   * Channels that depend on the notification in the app. The others send always, and so do these if `in_app` is off. An
   * extension: not every service says it.
   */
  onlyIf: ifValid(sendConditions),
  /** Workflow that the preference is for. */
  workflow: responseObject({
    /** Name of the workflow in URLs. */
    slug: z.string(),
    /** Identifier of the workflow, as in an event's `name`: `comment-created`. */
    identifier: z.string(),
    /** Display name of the workflow. */
    name: z.string(),
    /** Time of the workflow's last change. ISO 8601. */
    updatedAt: maybe(z.string()),
  }),
})
export type WorkflowPreference = z.output<typeof workflowPreference>

/** A subscriber's preferences. */
export const preferences = responseObject({
  /** Preference for all workflows. */
  global: globalPreference,
  /** Preferences for single workflows. */
  workflows: z.array(workflowPreference),
  /**
   * Time zone (IANA) in which the service reads the delivery hours. Null: none yet. The subscriber has neither a time
   * zone nor hours, so send the user's with the hours. An extension: not every service says it.
   */
  timeZone: ifValid(z.nullable(z.string())),
})
export type Preferences = z.output<typeof preferences>

/** The query of `getPreferences`. */
export const preferencesQuery = z.strictObject({
  /**
   * Workflows to list: those that can't be disabled (`critical`), those that can (`nonCritical`), or all. Default
   * `nonCritical`.
   */
  criticality: z.optional(z.enum(criticalities)),
})
export type PreferencesQuery = z.output<typeof preferencesQuery>

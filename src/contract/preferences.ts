import * as z from 'zod/mini'
import { answerObject, maybe, openEnum } from './answerSchema.ts'
import { channels } from './channel.ts'

/** Which channels are switched on (2.9). A channel that is missing does not apply. */
export const channelPreference = answerObject({
  /** Whether emails are on. */
  email: maybe(z.boolean()),
  /** Whether text messages are on. */
  sms: maybe(z.boolean()),
  /** Whether in-app messages are on. */
  in_app: maybe(z.boolean()),
  /** Whether chat messages are on. */
  chat: maybe(z.boolean()),
  /** Whether push messages are on. */
  push: maybe(z.boolean()),
})
export type ChannelPreference = z.output<typeof channelPreference>

/** From when to when on a day, as 12-hour text: "09:00 AM" (2.9). */
export const timeRange = answerObject({
  /** Start, such as "09:00 AM". */
  start: z.string(),
  /** End, such as "05:30 PM". */
  end: z.string(),
})
export type TimeRange = z.output<typeof timeRange>

/** Hours of one day of the week (2.9). */
export const daySchedule = answerObject({
  /** Whether notifications are delivered on this day. */
  isEnabled: z.boolean(),
  /** Hours of delivery. Left out: the whole day. */
  hours: maybe(z.array(timeRange)),
})
export type DaySchedule = z.output<typeof daySchedule>

/** The days of a schedule in the order of the interface (2.9). */
export const weekDays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
export type WeekDay = (typeof weekDays)[number]

/** Hours of a whole week (2.9). */
export const weeklySchedule = answerObject({
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

/** When notifications may be delivered (2.9). */
export const schedule = answerObject({
  /** Whether the schedule is in use. */
  isEnabled: z.boolean(),
  /** Hours by day of the week. */
  weeklySchedule: maybe(weeklySchedule),
})
export type Schedule = z.output<typeof schedule>

/** What a subscriber chose for every workflow at once (2.9). */
export const globalPreference = answerObject({
  /** Whether notifications are on at all. */
  enabled: z.boolean(),
  /** The channels that apply, and whether they are on. */
  channels: channelPreference,
  /** When notifications may be delivered. */
  schedule: maybe(schedule),
})
export type GlobalPreference = z.output<typeof globalPreference>

/** Who decided about a channel (2.9). */
export const preferenceOverride = answerObject({
  /** The channel that was decided about. */
  channel: openEnum(channels),
  /** Who decided. */
  source: openEnum(['subscriber', 'template', 'workflowOverride']),
})
export type PreferenceOverride = z.output<typeof preferenceOverride>

/** What a subscriber chose for one workflow (2.9). */
export const workflowPreference = answerObject({
  /** Whether notifications are on at all. */
  enabled: z.boolean(),
  /** The channels that apply, and whether they are on. */
  channels: channelPreference,
  /** Who decided about each channel. */
  overrides: z.array(preferenceOverride),
  /** The workflow that the choice is for. */
  workflow: answerObject({
    /** The workflow's name in addresses. */
    slug: z.string(),
    /** The workflow's identifier: the event's `name`. */
    identifier: z.string(),
    /** The workflow's display name. */
    name: z.string(),
    /** When the workflow last changed. ISO 8601. */
    updatedAt: maybe(z.string()),
  }),
})
export type WorkflowPreference = z.output<typeof workflowPreference>

/** A subscriber's preferences (4.5). */
export const preferences = answerObject({
  /** The choice for all workflows. */
  global: globalPreference,
  /** Choices for single workflows. */
  workflows: z.array(workflowPreference),
})
export type Preferences = z.output<typeof preferences>

/** Which workflows a preferences request asks for (4.5). */
export const criticalities = ['critical', 'nonCritical', 'all'] as const
/** Query of the preferences (4.5): all workflows, or those that can, or can't, be switched off. */
export const preferencesQuery = z.strictObject({
  /** Which workflows to list: those that can't be switched off, those that can, or all. Default `nonCritical`. */
  criticality: z.optional(z.enum(criticalities)),
})
export type PreferencesQuery = z.output<typeof preferencesQuery>

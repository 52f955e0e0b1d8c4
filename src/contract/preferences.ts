import * as z from 'zod/mini'
import { answerObject, maybe, openEnum } from './answerSchema.ts'
import { channels } from './channel.ts'

/** Which channels are switched on (2.9). A channel that is missing does not apply. */
export const channelPreference = answerObject({
  email: maybe(z.boolean()),
  sms: maybe(z.boolean()),
  in_app: maybe(z.boolean()),
  chat: maybe(z.boolean()),
  push: maybe(z.boolean()),
})
export type ChannelPreference = z.output<typeof channelPreference>

/** From when to when on a day, as 12-hour text: "09:00 AM" (2.9). */
export const timeRange = answerObject({ start: z.string(), end: z.string() })
export type TimeRange = z.output<typeof timeRange>

/** Hours of one day of the week (2.9). */
export const daySchedule = answerObject({ isEnabled: z.boolean(), hours: maybe(z.array(timeRange)) })
export type DaySchedule = z.output<typeof daySchedule>

/** The days of a schedule in the order of the interface (2.9). */
export const weekDays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const
export type WeekDay = (typeof weekDays)[number]

/** Hours of a whole week (2.9). */
export const weeklySchedule = answerObject({
  monday: maybe(daySchedule),
  tuesday: maybe(daySchedule),
  wednesday: maybe(daySchedule),
  thursday: maybe(daySchedule),
  friday: maybe(daySchedule),
  saturday: maybe(daySchedule),
  sunday: maybe(daySchedule),
})
export type WeeklySchedule = z.output<typeof weeklySchedule>

/** When notifications may be delivered (2.9). */
export const schedule = answerObject({ isEnabled: z.boolean(), weeklySchedule: maybe(weeklySchedule) })
export type Schedule = z.output<typeof schedule>

/** What a subscriber chose for every workflow at once (2.9). */
export const globalPreference = answerObject({
  enabled: z.boolean(),
  channels: channelPreference,
  schedule: maybe(schedule),
})
export type GlobalPreference = z.output<typeof globalPreference>

/** Who decided about a channel (2.9). */
export const preferenceOverride = answerObject({
  channel: openEnum(channels),
  source: openEnum(['subscriber', 'template', 'workflowOverride']),
})
export type PreferenceOverride = z.output<typeof preferenceOverride>

/** What a subscriber chose for one workflow (2.9). */
export const workflowPreference = answerObject({
  enabled: z.boolean(),
  channels: channelPreference,
  overrides: z.array(preferenceOverride),
  workflow: answerObject({
    slug: z.string(),
    identifier: z.string(),
    name: z.string(),
    updatedAt: maybe(z.string()),
  }),
})
export type WorkflowPreference = z.output<typeof workflowPreference>

/** A subscriber's preferences (4.5). */
export const preferences = answerObject({
  global: globalPreference,
  workflows: z.array(workflowPreference),
})
export type Preferences = z.output<typeof preferences>

/** Which workflows a preferences request asks for (4.5). */
export const criticalities = ['critical', 'nonCritical', 'all'] as const
/** Query of the preferences (4.5): all workflows, or those that can, or can't, be switched off. */
export const preferencesQuery = z.strictObject({ criticality: z.optional(z.enum(criticalities)) })
export type PreferencesQuery = z.output<typeof preferencesQuery>

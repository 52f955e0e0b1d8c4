import type { BehaviorRules } from '../../contract/behavior.ts'
import { channels, type Channel } from '../../contract/channel.ts'
import type { criticalities } from '../../contract/inbox/constants.ts'
import type { Preferences, SendConditions, WorkflowPreference } from '../../contract/preferences.ts'
import type { SubscriberRow } from '../database/tables.ts'
import { zoneOf } from '../timeZone.ts'
import type { Catalog, CatalogWorkflow } from './catalog.ts'
import type { MessageStep } from './compileSteps.ts'
import type { PreferenceChoices, WorkflowChoice } from './workspaceSchema.ts'

type Rules = Pick<BehaviorRules, 'addsFields'>
type Criticality = (typeof criticalities)[number]

/** A subscriber, as far as preferences depend on it. */
type Chooser = Pick<SubscriberRow, 'subscriber_id' | 'preferences'>

/** How the preferences of a service are read. */
interface Reading {
  rules: Rules
  /** IANA zone of subscribers without one. */
  timeZone: string
}

/** What a subscriber has chosen, or else what the workspace file says of the subscriber. */
export const choicesOf = (catalog: Catalog, chooser: Chooser): PreferenceChoices =>
  chooser.preferences ?? catalog.choices.get(chooser.subscriber_id) ?? { workflows: {} }

/** The choice for a workflow. Its identifier may be the name of a property of every object. */
export const choiceFor = ({ workflows }: PreferenceChoices, identifier: string): WorkflowChoice | undefined =>
  Object.hasOwn(workflows, identifier) ? workflows[identifier] : undefined

/** A subscriber's preferences. */
export const preferencesOf = (
  catalog: Catalog,
  chooser: Chooser & Pick<SubscriberRow, 'timezone'>,
  criticality: Criticality,
  { rules, timeZone }: Reading,
): Preferences => {
  const choices = choicesOf(catalog, chooser)
  const { global } = choices
  const workflows = [...catalog.workflows.values()].filter(({ active }) => active)
  const used = new Set(workflows.flatMap(activeChannels))
  return {
    global: {
      enabled: global?.enabled ?? true,
      // Omits channels that no workflow uses, unless the subscriber has set one.
      channels: Object.fromEntries(
        channels
          .filter((channel) => used.has(channel) || global?.channels[channel] !== undefined)
          .map((channel) => [channel, global?.channels[channel] ?? true]),
      ),
      ...(global?.schedule && { schedule: global.schedule }),
    },
    workflows: workflows
      .filter(({ critical }) => criticality === 'all' || critical === (criticality === 'critical'))
      .map((workflow) => workflowPreference(choices, workflow, rules)),
    // A subscriber without both gets the zone of the browser in which they choose hours.
    ...(rules.addsFields && {
      timeZone: chooser.timezone || global?.schedule?.isEnabled ? zoneOf(chooser, timeZone) : null,
    }),
  }
}

const workflowPreference = (
  choices: PreferenceChoices,
  workflow: CatalogWorkflow,
  { addsFields }: Rules,
): WorkflowPreference => {
  const { identifier, name, critical } = workflow
  // Subscribers can't change a critical workflow, so choices from before it became critical have no effect.
  const chosen = critical ? undefined : choiceFor(choices, identifier)
  const offered = activeChannels(workflow)
  const onlyIf = addsFields && conditionsOf(workflow)
  return {
    enabled: chosen?.enabled ?? true,
    channels: Object.fromEntries(offered.map((channel) => [channel, chosen?.channels[channel] ?? true])),
    overrides: offered.map((channel) => ({
      channel,
      source: chosen?.channels[channel] === undefined ? 'template' : 'subscriber',
    })),
    ...(onlyIf && { onlyIf }),
    workflow: { slug: identifier, identifier, name },
  }
}

/**
 * Whether a workflow may use a channel for a subscriber. Disabling the workflow, the channel or all notifications
 * blocks it, except for critical workflows.
 */
export const isEnabledFor = (
  catalog: Catalog,
  chooser: Chooser,
  workflow: CatalogWorkflow,
  channel: Channel,
): boolean => {
  if (workflow.critical) return true
  const choices = choicesOf(catalog, chooser)
  return [choices.global, choiceFor(choices, workflow.identifier)].every(
    (choice) => choice === undefined || (choice.enabled && choice.channels[channel] !== false),
  )
}

const activeMessages = ({ steps }: CatalogWorkflow): MessageStep[] =>
  steps.flatMap((step) => (step.kind === 'message' && step.active ? step : []))

const activeChannels = (workflow: CatalogWorkflow): Channel[] => {
  const used = new Set(activeMessages(workflow).map(({ channel }) => channel))
  return channels.filter((channel) => used.has(channel))
}

/**
 * The channels over which a workflow only sends what is unread or unseen in the app. Of several messages of a channel,
 * the earliest counts. undefined: there are none.
 */
const conditionsOf = (workflow: CatalogWorkflow): SendConditions | undefined => {
  const messages = activeMessages(workflow)
  // Without its notification, a message is sent always.
  const shown = new Set(messages.filter(({ filters }) => filters.length === 0).map(({ name }) => name))
  const conditions = channels.flatMap((channel) => {
    const ofChannel = messages.filter((step) => step.channel === channel)
    const waits = ofChannel.flatMap(({ onlyIf }) => (onlyIf && shown.has(onlyIf.step) ? onlyIf : []))
    // "unread" before "unseen": what is unseen is also unread.
    const [first] = waits.toSorted((one, other) => one.after - other.after || one.is.localeCompare(other.is))
    return first && waits.length === ofChannel.length
      ? [[channel, { is: first.is, after: first.after / 1000 }] as const]
      : []
  })
  return conditions.length > 0 ? Object.fromEntries(conditions) : undefined
}

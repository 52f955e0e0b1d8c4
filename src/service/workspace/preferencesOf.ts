import { channels, type Channel } from '../../contract/channel.ts'
import type { criticalities } from '../../contract/inbox/constants.ts'
import type { Preferences, WorkflowPreference } from '../../contract/preferences.ts'
import type { SubscriberRow } from '../database/tables.ts'
import type { Catalog, CatalogWorkflow } from './catalog.ts'
import type { PreferenceChoices, WorkflowChoice } from './workspaceSchema.ts'

type Criticality = (typeof criticalities)[number]

/** A subscriber, as far as preferences depend on it. */
type Chooser = Pick<SubscriberRow, 'subscriber_id' | 'preferences'>

/** What a subscriber has chosen, or else what the workspace file says of the subscriber. */
export const choicesOf = (catalog: Catalog, chooser: Chooser): PreferenceChoices =>
  chooser.preferences ?? catalog.choices.get(chooser.subscriber_id) ?? { workflows: {} }

/** The choice for a workflow. Its identifier may be the name of a property of every object. */
export const choiceFor = ({ workflows }: PreferenceChoices, identifier: string): WorkflowChoice | undefined =>
  Object.hasOwn(workflows, identifier) ? workflows[identifier] : undefined

/** A subscriber's preferences. */
export const preferencesOf = (catalog: Catalog, chooser: Chooser, criticality: Criticality): Preferences => {
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
      .map((workflow) => workflowPreference(choices, workflow)),
  }
}

const workflowPreference = (choices: PreferenceChoices, workflow: CatalogWorkflow): WorkflowPreference => {
  const { identifier, name, critical } = workflow
  // Subscribers can't change a critical workflow, so choices from before it became critical have no effect.
  const chosen = critical ? undefined : choiceFor(choices, identifier)
  const offered = activeChannels(workflow)
  return {
    enabled: chosen?.enabled ?? true,
    channels: Object.fromEntries(offered.map((channel) => [channel, chosen?.channels[channel] ?? true])),
    overrides: offered.map((channel) => ({
      channel,
      source: chosen?.channels[channel] === undefined ? 'template' : 'subscriber',
    })),
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

const activeChannels = ({ steps }: CatalogWorkflow): Channel[] =>
  channels.filter((channel) => steps.some((step) => step.kind === 'message' && step.active && step.channel === channel))

import { channels, type Channel } from '../../contract/channel.ts'
import type { criticalities } from '../../contract/inbox/constants.ts'
import type { Preferences, WorkflowPreference } from '../../contract/preferences.ts'
import type { Catalog, CatalogWorkflow } from './catalog.ts'

type Criticality = (typeof criticalities)[number]

/** A subscriber's preferences, as the workspace file defines them. No operation of the interface changes them. */
export const preferencesOf = (catalog: Catalog, subscriberId: string, criticality: Criticality): Preferences => {
  const global = catalog.choices.get(subscriberId)?.global
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
      .map((workflow) => workflowPreference(catalog, subscriberId, workflow)),
  }
}

const workflowPreference = (catalog: Catalog, subscriberId: string, workflow: CatalogWorkflow): WorkflowPreference => {
  const { identifier, name, critical } = workflow
  // Subscribers can't change a critical workflow, so choices from before it became critical have no effect.
  const chosen = critical ? undefined : catalog.choices.get(subscriberId)?.workflows.get(identifier)
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
  subscriberId: string,
  workflow: CatalogWorkflow,
  channel: Channel,
): boolean => {
  if (workflow.critical) return true
  const chosen = catalog.choices.get(subscriberId)
  return [chosen?.global, chosen?.workflows.get(workflow.identifier)].every(
    (choice) => choice === undefined || (choice.enabled && choice.channels[channel] !== false),
  )
}

const activeChannels = ({ steps }: CatalogWorkflow): Channel[] =>
  channels.filter((channel) => steps.some((step) => step.active && step.channel === channel))

import { channels, type Channel } from '../../contract/channel.ts'
import type { criticalities, Preferences, WorkflowPreference } from '../../contract/preferences.ts'
import type { Catalog, CatalogWorkflow } from './catalog.ts'

type Criticality = (typeof criticalities)[number]

/** A subscriber's preferences (2.9, 4.5), as the workspace holds them: nothing in the interface changes them. */
export const preferencesOf = (catalog: Catalog, subscriberId: string, criticality: Criticality): Preferences => {
  const global = catalog.choices.get(subscriberId)?.global
  const workflows = [...catalog.workflows.values()].filter(({ active }) => active)
  const used = new Set(workflows.flatMap(activeChannels))
  return {
    global: {
      enabled: global?.enabled ?? true,
      // A channel that no workflow uses is left out, unless the subscriber chose something for it.
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
  // Critical means that the subscriber may not change it: what was chosen before it became so does not count.
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
 * Whether a workflow may reach a subscriber over a channel. Every "off" counts, for all workflows or for this one;
 * a critical workflow is delivered whatever was chosen.
 */
export const isWanted = (
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

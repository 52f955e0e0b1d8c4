import type { Channel } from '../../src/contract/channel.ts'
import type { Workspace } from '../../src/service/index.ts'

type Preferences = NonNullable<Workspace['subscribers'][number]['preferences']>
type Global = NonNullable<Preferences['global']>

/** A change of preferences: a channel of one workflow or of all workflows, or the delivery hours. */
export type Choice =
  | { workflow?: string | undefined; channel: Channel; enabled: boolean }
  | { schedule: NonNullable<Global['schedule']> }

/** Returns a workspace with the change. */
export const choose = (workspace: Workspace, subscriberId: string, choice: Choice): Workspace => {
  const known = workspace.subscribers.find((subscriber) => subscriber.subscriberId === subscriberId)
  const preferences = applyChoice(known?.preferences ?? { workflows: {} }, choice)
  const others = workspace.subscribers.filter((subscriber) => subscriber !== known)
  return { ...workspace, subscribers: [...others, { ...known, subscriberId, preferences }] }
}

const applyChoice = (preferences: Preferences, choice: Choice): Preferences => {
  const global: Global = preferences.global ?? { enabled: true, channels: {} }
  if ('schedule' in choice) return { ...preferences, global: { ...global, schedule: choice.schedule } }
  const { workflow, channel, enabled } = choice
  const switched = <Chosen extends { channels: Global['channels'] }>(chosen: Chosen): Chosen => ({
    ...chosen,
    channels: { ...chosen.channels, [channel]: enabled },
  })
  if (workflow === undefined) return { ...preferences, global: switched(global) }
  const before = preferences.workflows[workflow] ?? { enabled: true, channels: {} }
  return { ...preferences, workflows: { ...preferences.workflows, [workflow]: switched(before) } }
}

import type { PreferencesChange } from '../contract/extensions/preferencesChange.ts'
import type { Preferences, WorkflowPreference } from '../contract/preferences.ts'
import { ErrorResponse } from './ErrorResponse.ts'

/**
 * @param critical identifiers of the critical workflows.
 * @throws ErrorResponse 404 for an unknown workflow, 400 for a critical one.
 */
export const changePreferences = (
  preferences: Preferences,
  { channels = {}, workflowId, schedule, timeZone }: PreferencesChange,
  critical: readonly string[],
): Preferences => {
  const { global, workflows } = preferences
  const zone = { timeZone: preferences.timeZone === null ? (timeZone ?? null) : preferences.timeZone }
  if (workflowId === undefined) {
    const changed = { ...global, channels: { ...global.channels, ...channels } }
    return { ...zone, workflows, global: schedule ? { ...changed, schedule } : changed }
  }
  if (!workflows.some(({ workflow }) => workflow.identifier === workflowId))
    throw new ErrorResponse(404, `Workflow ${JSON.stringify(workflowId)} does not exist.`)
  if (critical.includes(workflowId))
    throw new ErrorResponse(
      400,
      `Workflow ${JSON.stringify(workflowId)} is critical: subscribers can't change its preferences.`,
    )
  const change = (each: WorkflowPreference) =>
    each.workflow.identifier === workflowId ? withChannels(each, channels) : each
  return { ...zone, global, workflows: workflows.map(change) }
}

/** Changes the channels that the workflow has. Their setting is then the subscriber's. */
const withChannels = (
  preference: WorkflowPreference,
  channels: NonNullable<PreferencesChange['channels']>,
): WorkflowPreference => {
  const chosen = Object.entries(channels).filter(([channel]) => channel in preference.channels)
  const overrides = preference.overrides.filter(({ channel }) => !chosen.some(([name]) => name === channel))
  return {
    ...preference,
    channels: { ...preference.channels, ...Object.fromEntries(chosen) },
    overrides: [...overrides, ...chosen.map(([channel]) => ({ channel, source: 'subscriber' }))],
  }
}

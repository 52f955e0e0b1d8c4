import type { PreferencesChange } from '../contract/extensions/preferencesChange.ts'
import type { Preferences } from '../contract/preferences.ts'
import { type ActingInbox, connectOutbox } from './intents/makeIntent.ts'
import { type PreferencesIntent, preferencesKind } from './intents/preferencesKind.ts'
import type { Intent, Settled } from './log/intent.ts'
import type { IntentLogState } from './log/intentLog.ts'
import { memoizeByOwner } from './model/memoizeByOwner.ts'
import type { StampedPreferences } from './model/stampedPage.ts'

const applyChange = (
  { global, workflows, timeZone }: Preferences,
  { channels, workflowId, schedule = global.schedule, timeZone: given }: PreferencesChange,
): Preferences => {
  const change = <Changed extends { channels: object }>(preference: Changed): Changed => ({
    ...preference,
    channels: { ...preference.channels, ...channels },
  })
  return {
    global: workflowId === undefined ? { ...change(global), schedule } : global,
    workflows: workflows.map((each) => (each.workflow.identifier === workflowId ? change(each) : each)),
    timeZone: timeZone === null ? (given ?? null) : timeZone,
  }
}

const isPreferences = (intent: Intent): intent is PreferencesIntent => intent.kind === preferencesKind.name

/** A change that was saved, or one that was not yet. */
type Change = Settled | PreferencesIntent

/** Returns the changes in a log, in their order: the same list while none is made, saved or dropped. */
const createChangesView = () => {
  let last: readonly Change[] = []
  return ({ settledOthers, pending }: IntentLogState): readonly Change[] => {
    const next = [...settledOthers.filter(({ intent }) => isPreferences(intent)), ...pending.filter(isPreferences)]
    if (next.length !== last.length || next.some((change, index) => change !== last[index])) last = next
    return last
  }
}

/** The preferences to show: as they were fetched, with the changes that were not saved before their request. */
export const showPreferences = (
  { preferences, requestedAt }: StampedPreferences,
  changes: readonly Change[],
): Preferences =>
  changes
    .flatMap((each) => ('settledAt' in each ? (each.settledAt < requestedAt ? [] : each.intent) : each))
    .filter(isPreferences)
    .reduce((shown, { change }) => applyChange(shown, change), preferences)

/** The changes of an inbox's preferences. */
export interface PreferenceChanges {
  /** The changes in its log: the same list while none is made, saved or dropped. */
  changesIn: (log: IntentLogState) => readonly Change[]
  /** Whether the service saves preferences, as far as it is known. */
  isSupported: () => boolean
  /** Resolves when the change is saved. Rejects if it failed: the one who made it shows that. */
  update: (change: PreferencesChange) => Promise<void>
}

/** The changes of an inbox, which all its views share. */
export const preferenceChangesOf = memoizeByOwner((inbox: ActingInbox): PreferenceChanges => {
  const outbox = inbox.connectOutbox(connectOutbox)
  return {
    changesIn: createChangesView(),
    isSupported: () => outbox.isSupported(preferencesKind),
    update: async (change) => void (await outbox.make(preferencesKind, { change }, { isQuiet: true })),
  }
})

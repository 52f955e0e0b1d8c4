import type { PreferencesChange } from '../contract/extensions/preferencesChange.ts'
import type { Preferences } from '../contract/preferences.ts'
import { type ActingInbox, connectOutbox } from './intents/makeIntent.ts'
import { type PreferencesIntent, preferencesKind } from './intents/preferencesKind.ts'
import type { Intent } from './log/intent.ts'
import type { IntentLogState } from './log/intentLog.ts'
import { memoizeByOwner } from './model/memoizeByOwner.ts'
import type { Tick } from './model/ticker.ts'

const applyChange = (
  { global, workflows }: Preferences,
  { channels, workflowId, schedule = global.schedule }: PreferencesChange,
): Preferences => {
  const change = <Changed extends { channels: object }>(preference: Changed): Changed => ({
    ...preference,
    channels: { ...preference.channels, ...channels },
  })
  return {
    global: workflowId === undefined ? { ...change(global), schedule } : global,
    workflows: workflows.map((each) => (each.workflow.identifier === workflowId ? change(each) : each)),
  }
}

const isPreferences = (intent: Intent): intent is PreferencesIntent => intent.kind === preferencesKind.name

/** A change, and when it was saved. Infinity before that. */
interface Change {
  intent: PreferencesIntent
  savedAt: Tick
}

/**
 * Returns the changes of preferences in a log, in their order: the same list while none is made, saved or dropped.
 */
export const createChangesView = () => {
  let from: readonly unknown[] = []
  let changes: readonly Change[] = []
  return ({ settledOthers, pending }: IntentLogState): readonly Change[] => {
    const saved = settledOthers.filter(({ intent }) => isPreferences(intent))
    const unsaved = pending.filter(isPreferences)
    const now = [...saved, ...unsaved]
    if (now.length === from.length && now.every((each, place) => each === from[place])) return changes
    from = now
    changes = [
      ...saved.map(({ intent, settledAt }) => ({ intent: intent as PreferencesIntent, savedAt: settledAt })),
      ...unsaved.map((intent) => ({ intent, savedAt: Infinity })),
    ]
    return changes
  }
}

/**
 * The preferences to show: as they were fetched, with the changes that were not saved before.
 *
 * @param fetchedAt when they arrived, in milliseconds since 1970.
 */
export const showPreferences = (fetched: Preferences, changes: readonly Change[], fetchedAt: number): Preferences =>
  changes.reduce(
    (shown, { intent, savedAt }) => (savedAt < fetchedAt ? shown : applyChange(shown, intent.change)),
    fetched,
  )

/** The changes of an inbox's preferences. */
export interface PreferenceChanges {
  /** The changes in its log: see `createChangesView`. */
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

import { cachedDeliveries } from '../cache/cachedPages.ts'
import type { Intent } from '../log/intent.ts'
import type { Choice, IntentKind, ShownInbox } from './intentKind.ts'
import { kindOf } from './kinds.ts'
import { knownUntil } from './knownUntil.ts'
import { type ActingInbox, makeIntent } from './makeIntent.ts'

/** Undoes a mark, or what else the user did. Rejects if that failed. */
export interface Undo {
  (): Promise<void>
  /** The number of messages that it restores. It may be less than the mark changed. */
  readonly count: number
}

/** The result of a hook that marks, in addition to TanStack's. */
export interface Undoable {
  /**
   * Restores the flags that the messages had before the mark. Undefined until a mark has succeeded, and after
   * `reset()`.
   */
  undo: Undo | undefined
}

/**
 * Prepares the undo of an intent that is about to be made. The returned function returns it, given the response if
 * the kind needs one.
 */
export const undoOf = <Made extends Intent, Result>(
  inbox: ShownInbox & ActingInbox,
  kind: IntentKind<Made, Result>,
  choice: Choice<Made>,
): ((response?: Result) => Undo) => {
  const restore = kind.undo?.(inbox, choice)
  // The undo does not concern a later delivery either.
  const madeOn = choice.madeOn ?? (choice.ids && cachedDeliveries(inbox, choice.ids))
  const until = madeOn ? undefined : knownUntil(inbox, { id: '', kind: kind.name, subject: kind.subject, ...choice })
  return (response) => {
    const restoring = restore?.(response) ?? []
    const undo = async () => {
      await Promise.all(
        restoring.map((each) => {
          const known = until && each.choice.ids ? Object.fromEntries(each.choice.ids.map((id) => [id, until])) : madeOn
          return makeIntent(inbox, kindOf(each), { ...each.choice, ...(known && { madeOn: known }) })
        }),
      )
    }
    return Object.assign(undo, { count: new Set(restoring.flatMap((each) => each.choice.ids ?? [])).size })
  }
}

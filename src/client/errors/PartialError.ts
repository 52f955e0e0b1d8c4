import { isKind, TidingsError, type TidingsTask } from './TidingsError.ts'
import { inDevelopment } from './warnOnce.ts'

/**
 * A long list was sent in several calls, and one of them failed, or was ended by its signal. Nothing is lost: `completed`
 * is the joined result so far (empty where the first call failed), `remaining` what to pass to the same helper to go on,
 * `cause` the error of the call that failed, or the signal's own reason.
 */
export class PartialError<Result = unknown, Entry = unknown> extends TidingsError {
  override readonly name = 'PartialError'
  readonly kind = 'partial'
  /** The joined results of the calls that succeeded. */
  readonly completed: Result
  /** The entries from the failed call on, as they were to be sent: events have their `transactionId`. */
  readonly remaining: readonly Entry[]

  constructor(
    operation: TidingsTask,
    {
      completed,
      remaining,
      count,
      cause,
    }: { completed: Result; remaining: readonly Entry[]; count: number; cause: unknown },
  ) {
    super(
      'TIDINGS_109',
      operation,
      {
        what: `${count - remaining.length} of ${count} entries were sent, then a call failed.`,
        why: cause instanceof Error ? cause.message : undefined,
        cure: inDevelopment(
          () => process.env.NODE_ENV !== 'production' && 'Use `completed`, and call again with `remaining`.',
        ),
      },
      { cause },
    )
    this.completed = completed
    this.remaining = remaining
  }
}

/** Whether a thrown value is a `PartialError`, whichever copy of the package threw it. */
export const isPartialError = isKind<PartialError>('partial')

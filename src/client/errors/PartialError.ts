import { isKind, TidingsError, type TidingsTask } from './TidingsError.ts'
import { inDevelopment } from './warnOnce.ts'

/**
 * One of several calls for a long list failed, or its signal aborted it. Nothing is lost: `completed` is the joined
 * result so far. Pass `remaining` to the same helper to continue. `cause` is the error of the failed call, or the
 * signal's reason.
 */
export class PartialError<Result = unknown, Entry = unknown> extends TidingsError {
  override readonly name = 'PartialError'
  readonly kind = 'partial'
  /** Joined results of the successful calls. Empty if the first call failed. */
  readonly completed: Result
  /** Entries from the failed call on, as they were to be sent: events have a `transactionId`. */
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

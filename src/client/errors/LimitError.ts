import { isKind, TidingsError, type TidingsTask } from './TidingsError.ts'
import { inDevelopment } from './warnOnce.ts'

/** A list that is too long for one call. Nothing was sent. */
export class LimitError extends TidingsError {
  override readonly name = 'LimitError'
  readonly kind = 'limit'
  /** Field of the list in the body: "subscribers" or "events". */
  readonly field: string
  /** Maximum number of entries in one call. */
  readonly max: number
  /** Number of entries in the list. */
  readonly count: number

  constructor(operation: TidingsTask, { field, max, count }: { field: string; max: number; count: number }) {
    super('TIDINGS_108', operation, {
      what: `one call can't send ${count} ${field}. Nothing was sent.`,
      why: `The service accepts at most ${max}.`,
      cure: inDevelopment(
        () =>
          process.env.NODE_ENV !== 'production' && `Use ${operation}InChunks. It splits the list into several calls.`,
      ),
    })
    this.field = field
    this.max = max
    this.count = count
  }
}

/** Whether a thrown value is a `LimitError`, whichever copy of the package threw it. */
export const isLimitError = isKind<LimitError>('limit')

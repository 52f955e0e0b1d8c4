import { isKind, TidingsError, type TidingsTask } from './TidingsError.ts'
import { inDevelopment } from './warnOnce.ts'

/** The response, or the host app's `headers` or `subscriberHash` function, took longer than the client's `timeout`. */
export class TimeoutError extends TidingsError {
  override readonly name = 'TimeoutError'
  readonly kind = 'timeout'
  /** Timeout of one attempt, in milliseconds. */
  declare readonly timeout: number

  constructor(
    operation: TidingsTask,
    { from, attempts, timeout }: { from: string; attempts: number; timeout: number },
  ) {
    super('TIDINGS_102', operation, {
      what: `no response from ${from} within ${timeout} ms${attempts > 1 ? ` in any of ${attempts} attempts` : ''}.`,
      cure: inDevelopment(() => process.env.NODE_ENV !== 'production' && 'Try again later, or increase `timeout`.'),
    })
    this.timeout = timeout
  }
}

/** Whether a thrown value is a `TimeoutError`, whichever copy of the package threw it. */
export const isTimeoutError = isKind<TimeoutError>('timeout')

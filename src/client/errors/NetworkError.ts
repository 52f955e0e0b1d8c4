import { isKind, TidingsError, type TidingsTask } from './TidingsError.ts'
import { inDevelopment } from './warnOnce.ts'

/** No answer arrived: no connection, no such host, or the connection was lost on the way. `cause` has the reason. */
export class NetworkError extends TidingsError {
  override readonly name = 'NetworkError'
  readonly kind = 'network'

  constructor(
    operation: TidingsTask,
    { baseUrl, attempts, cause }: { baseUrl: string; attempts: number; cause: unknown },
  ) {
    super(
      'TIDINGS_101',
      operation,
      {
        what: `no response from ${baseUrl}${attempts > 1 ? ` after ${attempts} attempts` : ''}.`,
        why: cause instanceof Error ? `The connection failed: ${reasonOf(cause)}.` : undefined,
        cure: inDevelopment(
          () =>
            process.env.NODE_ENV !== 'production' && 'Check the address and the network connection, then try again.',
        ),
      },
      { cause },
    )
  }
}

/** Node says only "fetch failed" and keeps the reason (ECONNREFUSED, ENOTFOUND) in the cause. */
const reasonOf = (error: Error): string =>
  (error.cause instanceof Error && error.cause.message !== '' ? error.cause.message : error.message).replace(/\.$/, '')

/** Whether a thrown value is a `NetworkError`, whichever copy of the package threw it. */
export const isNetworkError = isKind<NetworkError>('network')

import { isKind, TidingsError, type TidingsTask } from './TidingsError.ts'
import { inDevelopment } from './warnOnce.ts'

/** No response arrived: no connection, an unknown host, or a connection that was lost. `cause` has the reason. */
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

/** Node's message is only "fetch failed". The reason (ECONNREFUSED, ENOTFOUND) is in the cause. */
const reasonOf = (error: Error): string =>
  (error.cause instanceof Error && error.cause.message !== '' ? error.cause.message : error.message).replace(/\.$/, '')

/** Whether a thrown value is a `NetworkError`, whichever copy of the package threw it. */
export const isNetworkError = isKind<NetworkError>('network')

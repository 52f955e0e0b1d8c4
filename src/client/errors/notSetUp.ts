import type { TidingsErrorCode } from './errorCode.ts'
import { isTidingsError } from './TidingsError.ts'

/**
 * The proxy's `code` in the body of a 500 whose cause is the site's own set-up: a refused API key, a failing `authenticate`.
 * A retry can't cure it. The page learns that much and no details; the server's log has them.
 */
export const notSetUp = 'TIDINGS_311' satisfies TidingsErrorCode

/** Whether a call failed because the proxy is not set up correctly. */
export const isNotSetUp = (error: unknown): boolean => isTidingsError(error) && error.code === notSetUp

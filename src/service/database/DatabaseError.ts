import { errorPage } from '../../client/errors/errorCode.ts'

/** The code of a database or network error, such as "40P01" or "ECONNREFUSED". undefined for other errors. */
export const databaseCode = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined

/** PostgreSQL's codes for connection failure, shutdown, timeout and lack of resources, and Node's network errors. */
const unavailable = /^(08...|57P0[1-5]|57014|53...|ECONN\w+|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|E(HOST|NET)UNREACH)$/

/** Messages of pg's pool and client that have no code. */
const lostConnection =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/i

/** Whether the database was unreachable or overloaded, as opposed to rejecting a statement. */
export const isUnavailable = (error: unknown): boolean =>
  unavailable.test(databaseCode(error) ?? '') || (error instanceof Error && lostConnection.test(error.message))

/** A database could not be opened. The message names the reason and the cure, and contains no password. */
export class DatabaseError extends Error {
  /** Name of the class. */
  override readonly name = 'DatabaseError'
  /** Name of the error page: docs/errors/TIDINGS_502.md. */
  readonly code = 'TIDINGS_502'

  constructor(message: string, options?: ErrorOptions) {
    super(`${message} See ${errorPage('TIDINGS_502')}`, options)
  }
}

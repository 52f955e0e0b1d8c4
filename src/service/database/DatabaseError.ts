import { errorPage } from '../../client/errors/errorCode.ts'

/** The code of a database or network error: "40P01", "ECONNREFUSED"; undefined for any other. */
export const databaseCode = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined

/** PostgreSQL's classes "connection", "shutting down", "too long" and "no room"; and Node's network errors. */
const unavailable = /^(08...|57P0[1-5]|57014|53...|ECONN\w+|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|E(HOST|NET)UNREACH)$/

/** Messages of pg's pool and client that carry no code. */
const lostConnection =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/i

/** Whether the database could not be reached or had no room, rather than refused what it was asked. */
export const isUnavailable = (error: unknown): boolean =>
  unavailable.test(databaseCode(error) ?? '') || (error instanceof Error && lostConnection.test(error.message))

/** A database could not be opened. The message says why and what to do, and holds no password. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
  readonly code = 'TIDINGS_502'

  constructor(message: string, options?: ErrorOptions) {
    super(`${message} See ${errorPage('TIDINGS_502')}`, options)
  }
}

import { errorPage } from '../../client/errors/errorCode.ts'

/** The code of a database or network error, such as "40P01" or "ECONNREFUSED". undefined for other errors. */
export const databaseCode = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined

/**
 * PostgreSQL's codes for connection failure, shutdown, timeout and lack of resources, ours, and Node's network errors.
 */
const unavailable =
  /^(08...|57P0[1-5]|57014|53...|TIDINGS_504|ECONN\w+|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|E(HOST|NET)UNREACH)$/

/** Messages of pg's pool and client that have no code. */
const lostConnection =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/i

/**
 * PostgreSQL has no code for a file over the size limit of its process, and reports it like a bug, unlike a full disk.
 */
const isFileTooLarge = (error: unknown) =>
  databaseCode(error) === 'XX000' && error instanceof Error && /^could not .*: File too large$/.test(error.message)

/** Whether the database was unreachable or overloaded, as opposed to rejecting a statement. */
export const isUnavailable = (error: unknown): boolean =>
  unavailable.test(databaseCode(error) ?? '') ||
  isFileTooLarge(error) ||
  (error instanceof Error && lostConnection.test(error.message))

/**
 * A database could not be opened, or has failed. The message names the reason and the cure, and contains no password.
 */
export class DatabaseError extends Error {
  /** Name of the class. */
  override readonly name = 'DatabaseError'
  /** Name of the error page: docs/errors/TIDINGS_502.md if the database could not be opened, else TIDINGS_504.md. */
  readonly code: 'TIDINGS_502' | 'TIDINGS_504'

  constructor(
    message: string,
    { code = 'TIDINGS_502', ...options }: ErrorOptions & { code?: 'TIDINGS_502' | 'TIDINGS_504' } = {},
  ) {
    super(`${message.replace(/\.*$/, '.')} See ${errorPage(code)}`, options)
    this.code = code
  }
}

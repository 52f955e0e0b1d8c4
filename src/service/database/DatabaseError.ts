import { errorPage } from '../../client/errors/errorCode.ts'

/** A database could not be opened. The message says why and what to do, and holds no password. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
  readonly code = 'TIDINGS_502'

  constructor(message: string, options?: ErrorOptions) {
    super(`${message} See ${errorPage('TIDINGS_502')}`, options)
  }
}

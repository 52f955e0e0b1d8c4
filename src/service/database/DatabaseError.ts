/** A database could not be opened. The message says why and what to do, and holds no password. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
}

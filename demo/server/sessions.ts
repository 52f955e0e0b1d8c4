import { randomBytes } from 'node:crypto'

const cookieName = 'orchard_session'

/** Sessions, identified by an HttpOnly cookie. Stored in memory, so a restart loses them. */
export interface Sessions {
  /** Id of the signed-in person, null after signing out, undefined for a new visitor. */
  personOf(request: Request): string | null | undefined
  /**
   * Starts a session, which replaces the one of the request.
   * @param person null: signed out.
   * @returns the `Set-Cookie` header for the browser.
   */
  begin(request: Request, person: string | null): string
}

export const createSessions = (): Sessions => {
  const people = new Map<string, string | null>()
  return {
    personOf: (request) => people.get(cookieOf(request)),
    begin: (request, person) => {
      people.delete(cookieOf(request))
      const id = randomBytes(24).toString('base64url')
      people.set(id, person)
      return `${cookieName}=${id}; Path=/; HttpOnly; SameSite=Lax`
    },
  }
}

const cookieOf = (request: Request): string =>
  (request.headers.get('cookie') ?? '')
    .split(/; */)
    .find((cookie) => cookie.startsWith(`${cookieName}=`))
    ?.slice(cookieName.length + 1) ?? ''

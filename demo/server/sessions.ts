import { randomBytes } from 'node:crypto'

const cookieName = 'orchard_session'

/** Who is signed in, by a cookie that no script can read. Kept in memory: a restart forgets it. */
export interface Sessions {
  /** Id of whoever is signed in, null for somebody who has signed out, undefined for a new visitor. */
  personOf(request: Request): string | null | undefined
  /**
   * Begins a session in place of the one that the request has, if any.
   * @param person null: signed out.
   * @returns the `Set-Cookie` header that hands it to the browser.
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

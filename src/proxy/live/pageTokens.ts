import type { Hint } from '../../live/liveHub.ts'

/**
 * Proves to a browser that nothing has changed between its first page and its stream, which it opens afterwards. The
 * page has a token of its subscriber, and the first hint for the subscriber invalidates the token. Without this, every
 * browser fetches again when its stream opens, because it may have missed a hint.
 */
export interface PageTokens {
  /** Returns the token for a page that is requested from the service afterwards. */
  issue(subscriberId: string): string
  /** Whether a token is valid: nothing was hinted since its page was requested. */
  isValid(subscriberId: string, token: string | null): boolean
  /** Invalidates the tokens of the subscribers of a hint. */
  onHint(hint: Pick<Hint, 'subscriberIds'>): void
  /** Invalidates every token: hints may be missed. */
  clear(): void
}

/** How long a token lasts, in milliseconds: a browser opens its stream right after its page has arrived. */
const lifetime = 60_000

/** @param monotonic returns the time of the monotonic clock. */
export const createPageTokens = (monotonic: () => number): PageTokens => {
  /** By subscriber, the oldest first. */
  const tokens = new Map<string, { token: string; issuedAt: number }>()
  const dropOld = () => {
    for (const [subscriberId, { issuedAt }] of tokens) {
      if (monotonic() - issuedAt < lifetime) return
      tokens.delete(subscriberId)
    }
  }
  return {
    issue(subscriberId) {
      dropOld()
      const token = tokens.get(subscriberId)?.token ?? crypto.randomUUID()
      tokens.delete(subscriberId)
      tokens.set(subscriberId, { token, issuedAt: monotonic() })
      return token
    },
    isValid: (subscriberId, token) => tokens.get(subscriberId)?.token === token,
    onHint({ subscriberIds }) {
      if (subscriberIds === 'all') tokens.clear()
      else for (const subscriberId of subscriberIds) tokens.delete(subscriberId)
    },
    clear: () => tokens.clear(),
  }
}

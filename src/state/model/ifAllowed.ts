import { warnOnce } from '../../client/errors/warnOnce.ts'

/** Development: says that the browser refuses a feature. The error's page says how the inbox works without it. */
export const warnRefused = (feature: string, error: unknown): void => {
  if (process.env.NODE_ENV !== 'production')
    warnOnce('TIDINGS_223', `this page may not use ${feature}, so the inbox works without it. ${String(error)}`)
}

/**
 * Uses a feature that browsers refuse in frames of another site, in sandboxes, and by a setting of their user: some
 * throw as soon as they are read.
 * @returns undefined if the browser has no such feature, or refuses it.
 */
export const ifAllowed = <Result>(feature: string, read: () => Result): Result | undefined => {
  try {
    return read()
  } catch (error) {
    warnRefused(feature, error)
    return undefined
  }
}

import { warnOnce } from '../client/errors/warnOnce.ts'

/**
 * A locale as `Intl` takes it: "en-US" also for "en_US", as `subscriber.locale` and other systems write it.
 * @returns undefined for none, and for what is none: a text that was stored once must not take the page down.
 */
export const readLocale = (given: string | undefined): string | undefined => {
  if (!given) return undefined
  try {
    return new Intl.Locale(given.replaceAll('_', '-')).toString()
  } catch {
    if (process.env.NODE_ENV !== 'production')
      warnOnce(
        'TIDINGS_218',
        `"${given}" is not a valid locale. The browser's locale is used. Pass a BCP 47 tag such as "en" or "de-AT".`,
      )
    return undefined
  }
}

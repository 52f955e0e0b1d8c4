/**
 * Reads the headers of an app. One whose value is undefined or null, such as the token of a person who is not signed
 * in, is left out: `Headers` would send the word "undefined".
 */
export const readHeaders = (given: HeadersInit | undefined): Headers => {
  if (typeof given !== 'object' || given === null) return new Headers(given ?? undefined)
  const entries: [string, string][] =
    Symbol.iterator in given ? ([...given] as [string, string][]) : Object.entries(given)
  return new Headers(entries.filter(([, value]: [string, unknown]) => value !== undefined && value !== null))
}

import { isObject } from '../contract/isObject.ts'

// eslint-disable-next-line no-control-regex
const control = /[\u0000-\u001f\u007f-\u009f]/g

/** The longest text of an error response that goes to a log. */
const longestText = 500

/**
 * Prepares an error response for logs: without the API key, which a service may repeat, and without control characters,
 * which change a terminal. A text that is not JSON is not logged. Of JSON that is nested too deeply, nothing remains.
 */
export const cleanError = (text: string, apiKey: string): string => {
  const clean = (part: string) => part.replaceAll(apiKey, '[API key]').replace(control, ' ').slice(0, longestText)
  const cleanValue = (value: unknown): unknown => {
    if (typeof value === 'string') return clean(value)
    if (Array.isArray(value) || !isObject(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, field]) => [clean(key), field]))
  }
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return text
  }
  try {
    return JSON.stringify(body, (_, value: unknown) => cleanValue(value))
  } catch {
    // Parsing takes any depth, and writing fails beyond some thousand levels.
    return '{}'
  }
}

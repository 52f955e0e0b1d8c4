import { warnOnce } from '../../client/errors/warnOnce.ts'
import type { ReportOnce } from '../../state/model/reportOnce.ts'

type Label = string | ((...args: never[]) => unknown)
type FormatLabel = (...args: unknown[]) => unknown

/** A function of the app that throws or returns no text must not hide the part that shows the label. */
const withDefault =
  (name: string, label: FormatLabel, standard: FormatLabel, report: ReportOnce): FormatLabel =>
  (...args) => {
    try {
      const text = label(...args)
      if (typeof text === 'string') return text
      if (process.env.NODE_ENV !== 'production')
        warnOnce('TIDINGS_220', `labels.${name} returned ${String(text)}, and must return a text. The default is used.`)
    } catch (error) {
      report(`labels.${name}`, error)
    }
    return standard(...args)
  }

/**
 * Replaces labels by those of the app. A label that is undefined, or is a text where a function belongs, leaves the
 * default in place, and so does what a function throws or returns that is no text.
 */
export const mergeLabels = <Labels extends object>(
  defaults: Labels,
  given: object | null | undefined,
  report: ReportOnce,
): Labels => {
  const merged = { ...defaults } as Record<string, Label>
  const texts = { ...given } as Record<string, Label | null | undefined>
  for (const [name, standard] of Object.entries(merged)) {
    const label = texts[name]
    if (typeof label === 'function' && typeof standard === 'function')
      merged[name] = withDefault(name, label as FormatLabel, standard as FormatLabel, report)
    else if (typeof label === 'string' && typeof standard === 'string') merged[name] = label
    else if (process.env.NODE_ENV !== 'production' && label !== undefined)
      warnOnce(
        'TIDINGS_220',
        `labels.${name} is ${typeof label === 'string' ? `"${label}"` : String(label)}, and must be a ` +
          `${typeof standard === 'string' ? 'text' : 'function that returns a text'}. The default is used.`,
      )
  }
  return merged as Labels
}

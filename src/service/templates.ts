import { type Context, Liquid, Output } from 'liquidjs'
import { clocks } from '../client/clock.ts'
import type { TimeAllowance } from './budget.ts'
import { toStorableText } from './storable.ts'
import { isZoneName } from './timeZone.ts'

/** The key of TemplateScope that receives warnings. A symbol: templates can't read it. */
export const onWarning = Symbol('onWarning')

/** The variables of a template: `{{payload.who}}`, `{{subscriber.firstName}}`, `{{actor.firstName}}`, `{{tenant}}`. */
export interface TemplateScope {
  payload: Record<string, unknown>
  subscriber: Record<string, unknown>
  /** The subscriber that caused the event. Only the subscriberId if that subscriber doesn't exist. */
  actor: Record<string, unknown>
  tenant: string | undefined
  /** The events that the message is about, as production names them. */
  step: {
    /** The newest ones, oldest first, at most 100. */
    events: readonly { id: string; time: string; payload: Record<string, unknown> }[]
    /** The number of all of them. */
    total_count: number
    /** Whether there are several, so that a digest has collected them. */
    digest: boolean
  }
  /** Receives a line, with the cure, for a value that the template can't show as it is. */
  [onWarning]?: (line: string) => void
}

/** A template could not be parsed or rendered. The message names the template and the reason. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError'
  /** Whether it took too long. The machine may be busy, or the process was paused: another attempt may succeed. */
  readonly isSlow: boolean

  constructor(message: string, { isSlow = false, ...options }: ErrorOptions & { isSlow?: boolean } = {}) {
    super(message, options)
    this.isSlow = isSlow
  }
}

/** A compiled template. */
export interface Template<Value> {
  /**
   * @param time What the template may use of the event's time. Default: that of one template.
   * @throws TemplateError if the template can't be rendered, takes too long, or its text is too long.
   */
  render(scope: TemplateScope, time?: TimeAllowance): Value
  /** Parse errors. A template that has one always throws in `render`. */
  problems: TemplateError[]
  /** Names of the payload and subscriber fields that the template uses. */
  variables: { payload: string[]; subscriber: string[] }
  /** Paths of the payload fields that it always shows: outside of tags, and without the filter `default` or `[…]`. */
  expected: string[]
}

const noVariables = { variables: { payload: [], subscriber: [] }, expected: [] }

/** The longest time of one template, in milliseconds. It blocks the event loop meanwhile. */
const longestRender = 20

/** The longest rendered text, in characters. A feed page has up to 100 of them. */
const longestText = 65_536

const liquid = new Liquid({
  // No partials: a template can't read files.
  templates: {},
  strictFilters: true,
  // Templates are trusted, the values that fill them are not. The limits keep a value from blocking the service.
  parseLimit: 1_000_000,
  memoryLimit: 1_000_000,
  // Liquid makes texts of other values.
  outputEscape: function (this: { context: Context }, value: unknown) {
    return toShownText(value, () => warn(this.context, objectWarning)) as string
  },
})

const warn = ({ environments }: Context, line: string) => (environments as Partial<TemplateScope>)[onWarning]?.(line)

const objectWarning =
  'has an object in the place of a text, and shows nothing there. Name a field of the object, such as ' +
  '{{payload.author.name}}. For a list of objects, write {{payload.authors | map: "name" | join: ", "}}.'

const filteredObjectWarning =
  'has a filter that takes a text, but gets an object: its text contains [object Object]. ' +
  'Name a field of the object, such as {{payload.author.name | upcase}}.'

/** Liquid would show `[object Object]` for an object, and a list without separators. */
const toShownText = (value: unknown, onObject: () => void): unknown => {
  if (Array.isArray(value))
    return value
      .map((part) => toShownText(part, onObject))
      .filter((part): part is string | number | boolean => part !== '' && part !== null && part !== undefined)
      .join(', ')
  // Values of Liquid, such as `forloop`, have texts of their own.
  if (typeof value !== 'object' || value === null || value.toString !== Object.prototype.toString) return value
  onObject()
  return ''
}

const { date } = liquid.filters
if (typeof date !== 'function') throw new Error('liquidjs has no filter "date".')

/** Liquid's filter throws for an unknown time zone. Most zones are data of subscribers. */
liquid.registerFilter('date', function (value, format, zone: unknown) {
  const isKnown = typeof zone === 'string' ? isZoneName(zone) : Number.isFinite(zone)
  if (!isKnown && zone !== undefined && zone !== null && zone !== '')
    warn(
      this.context,
      `has the time zone ${JSON.stringify(zone)}, which is unknown, and shows the time of the service's own zone. ` +
        'Use the name of an IANA zone, such as Europe/Stockholm.',
    )
  return date.call(this, value, format, ...(isKnown ? [zone] : []))
})

/**
 * Compiles all texts in a value, at any depth: a subject, or a whole call to action.
 * @param place Location of the value, for error messages: `workflow "comment-added", step 1, content`.
 */
export const compileTemplate = <Value>(value: Value, place: string): Template<Value> => {
  if (typeof value === 'string') return compileText(value, place) as Template<string & Value>
  if (typeof value !== 'object' || value === null) return { render: () => value, problems: [], ...noVariables }
  const parts = Object.entries(value).map(
    ([key, part]) => [key, compileTemplate<unknown>(part, `${place}.${key}`)] as const,
  )
  const all = parts.map(([, part]) => part)
  return {
    render: (scope, time) =>
      (Array.isArray(value)
        ? all.map((part) => part.render(scope, time))
        : Object.fromEntries(parts.map(([key, part]) => [key, part.render(scope, time)]))) as Value,
    problems: all.flatMap(({ problems }) => problems),
    variables: {
      payload: all.flatMap(({ variables }) => variables.payload),
      subscriber: all.flatMap(({ variables }) => variables.subscriber),
    },
    expected: all.flatMap(({ expected }) => expected),
  }
}

const compileText = (text: string, place: string): Template<string> => {
  // Most texts of a call to action, such as its type.
  if (!/\{[{%]/.test(text) && text.length <= longestText) {
    const storable = toStorableText(text)
    return { render: () => storable, problems: [], ...noVariables }
  }
  try {
    const parsed = liquid.parse(text)
    const used = liquid.globalFullVariablesSync(parsed)
    const isPlain = (part: unknown) =>
      part instanceof Output && !part.value.filters.some(({ name }) => name === 'default')
    return {
      render: (scope, time) => {
        const rendered = renderWithin(parsed, { place, scope, time })
        // Its length is known before its parts are joined, which may take gigabytes.
        if (rendered.length > longestText)
          throw templateError(place, `its text has more than ${longestText} characters`)
        return toStorableText(rendered)
      },
      problems: [],
      variables: { payload: below('payload', used), subscriber: below('subscriber', used) },
      expected: below('payload', liquid.globalFullVariablesSync(parsed.filter(isPlain))).filter(
        (name) => !name.includes('['),
      ),
    }
  } catch (error) {
    const problem = templateError(place, error)
    return {
      render: () => {
        throw problem
      },
      problems: [problem],
      ...noVariables,
    }
  }
}

const renderWithin = (
  parsed: ReturnType<Liquid['parse']>,
  { place, scope, time }: { place: string; scope: TemplateScope; time: TimeAllowance | undefined },
): string => {
  const renderLimit = Math.min(longestRender, time?.left ?? longestRender)
  const start = clocks.monotonic()
  const measure = () => clocks.monotonic() - start
  try {
    const named = { ...scope, [onWarning]: (line: string) => scope[onWarning]?.(`The template of ${place} ${line}`) }
    const text = String(liquid.renderSync(parsed, named, { renderLimit }))
    // Of an object that a filter such as `append` has made a text of.
    if (/\[object object\]/i.test(text)) named[onWarning](filteredObjectWarning)
    return text
  } catch (error) {
    throw templateError(place, error, renderLimit > 0 && measure() >= renderLimit)
  } finally {
    const elapsed = measure()
    if (elapsed > renderLimit) time?.useOverrun(elapsed, renderLimit)
    else time?.use(elapsed)
  }
}

const below = (root: string, names: string[]) =>
  names.filter((name) => name.startsWith(`${root}.`)).map((name) => name.slice(root.length + 1))

const templateError = (place: string, error: unknown, isSlow = false) =>
  new TemplateError(`The template of ${place} failed: ${error instanceof Error ? error.message : String(error)}`, {
    cause: error,
    isSlow,
  })

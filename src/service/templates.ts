import { Liquid, Output } from 'liquidjs'
import type { TimeAllowance } from './budget.ts'
import { toStorableText } from './storable.ts'

/** The variables of a template: `{{payload.who}}`, `{{subscriber.firstName}}`, `{{actor.firstName}}`, `{{tenant}}`. */
export interface TemplateScope {
  payload: Record<string, unknown>
  subscriber: Record<string, unknown>
  /** The subscriber that caused the event. Only the subscriberId if that subscriber doesn't exist. */
  actor: Record<string, unknown>
  tenant: string | undefined
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
  const start = performance.now()
  const measure = () => performance.now() - start
  try {
    return String(liquid.renderSync(parsed, scope, { renderLimit }))
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

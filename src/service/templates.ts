import { Liquid } from 'liquidjs'
import { toStorableText } from './storable.ts'

/** What a template sees: `{{payload.who}}`, `{{subscriber.firstName}}`, `{{actor.firstName}}`, `{{tenant}}`. */
export interface TemplateScope {
  payload: Record<string, unknown>
  subscriber: Record<string, unknown>
  /** Whoever caused the event: no more than its subscriberId where that is no subscriber. */
  actor: Record<string, unknown>
  tenant: string | undefined
}

/** A template could not be read or filled in. The message says where it stands and what is wrong. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError'
}

/** A template, ready to be filled in. */
export interface Template<Value> {
  /** @throws TemplateError where it can't be filled in. */
  render(scope: TemplateScope): Value
  /** What is wrong with its text, where it can't be read: `render` then always throws. */
  problems: TemplateError[]
  /** Names of the payload's and of the subscriber's fields that it uses. */
  variables: { payload: string[]; subscriber: string[] }
}

const liquid = new Liquid({
  // Partials come from here and nowhere else: no template reads a file.
  templates: {},
  strictFilters: true,
  // A template is the customer's own, but what fills it comes from anywhere: none may hold the service up.
  parseLimit: 1_000_000,
  renderLimit: 1_000,
  memoryLimit: 10_000_000,
})

/**
 * Compiles every text in a value, however deep: a subject, or a whole call to action.
 * @param place Where the value stands, for errors: `workflow "comment-added", step 1, content`.
 */
export const compileTemplate = <Value>(value: Value, place: string): Template<Value> => {
  if (typeof value === 'string') return compileText(value, place) as Template<string & Value>
  if (typeof value !== 'object' || value === null)
    return { render: () => value, problems: [], variables: { payload: [], subscriber: [] } }
  const parts = Object.entries(value).map(
    ([key, part]) => [key, compileTemplate<unknown>(part, `${place}.${key}`)] as const,
  )
  const all = parts.map(([, part]) => part)
  return {
    render: (scope) =>
      (Array.isArray(value)
        ? all.map((part) => part.render(scope))
        : Object.fromEntries(parts.map(([key, part]) => [key, part.render(scope)]))) as Value,
    problems: all.flatMap(({ problems }) => problems),
    variables: {
      payload: all.flatMap(({ variables }) => variables.payload),
      subscriber: all.flatMap(({ variables }) => variables.subscriber),
    },
  }
}

const compileText = (text: string, place: string): Template<string> => {
  try {
    const parsed = liquid.parse(text)
    const used = liquid.globalFullVariablesSync(parsed)
    return {
      render: (scope) => {
        try {
          return toStorableText(String(liquid.renderSync(parsed, scope)))
        } catch (error) {
          throw templateError(place, error)
        }
      },
      problems: [],
      variables: { payload: below('payload', used), subscriber: below('subscriber', used) },
    }
  } catch (error) {
    const problem = templateError(place, error)
    return {
      render: () => {
        throw problem
      },
      problems: [problem],
      variables: { payload: [], subscriber: [] },
    }
  }
}

const below = (root: string, names: string[]) =>
  names.filter((name) => name.startsWith(`${root}.`)).map((name) => name.slice(root.length + 1))

const templateError = (place: string, error: unknown) =>
  new TemplateError(`The template of ${place} failed: ${error instanceof Error ? error.message : String(error)}`, {
    cause: error,
  })

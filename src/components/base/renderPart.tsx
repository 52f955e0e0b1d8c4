'use client'
import {
  cloneElement,
  type HTMLAttributes,
  type KeyboardEvent,
  type ReactElement,
  type Ref,
  type RefCallback,
  version,
} from 'react'
import { classNames } from './classNames.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { useForkedRef } from './useForkedRef.ts'

/** Clicks on Enter and Space, as a `<button>` does. A link already handles Enter. */
const pressByKey = (event: KeyboardEvent<HTMLElement>) => {
  const element = event.currentTarget
  if (event.target !== element || event.defaultPrevented) return
  if (event.key !== ' ' && (event.key !== 'Enter' || element.hasAttribute('href'))) return
  event.preventDefault()
  if (!event.repeat) element.click()
}

/** Props that make a link or a `<div>` act as the `<button>` that it replaces. */
const actAsButton = { role: 'button', tabIndex: 0, onKeyDown: pressByKey }

type Handler = (...args: unknown[]) => unknown

const isHandler = (name: string, value: unknown): value is Handler =>
  /^on[A-Z]/.test(name) && typeof value === 'function'

const text = (value: unknown) => (typeof value === 'string' ? value : '')

const mergeValue = (name: string, own: unknown, other: unknown): unknown => {
  if (other === undefined) return own
  if (name === 'className') return classNames(text(own), text(other))
  if (name === 'style') return Object.assign({}, own, other)
  if (isHandler(name, own) && isHandler(name, other))
    return (...args: unknown[]) => {
      other(...args)
      own(...args)
    }
  return other
}

/**
 * Merges the props of a part's own element into those of its replacement. Classes and styles are joined. Both event
 * handlers run, the replacement's first. Any other prop of the replacement wins.
 */
const mergeProps = (own: AnyProps, other: AnyProps): Record<string, unknown> => ({
  ...own,
  ...Object.fromEntries(Object.entries(other).map(([name, value]) => [name, mergeValue(name, own[name], value)])),
})

/**
 * Props that a part passes to a `render` function: the look, behavior and accessibility of its element. Spread them
 * all.
 */
export type RenderProps = HTMLAttributes<HTMLElement> & {
  /** Ref of the part's element. */
  ref: RefCallback<HTMLElement>
}

/**
 * Replaces the element of a part:
 * - with an element: `render={<a href="/inbox" />}`. Its props are merged with the part's: classes and styles are
 *   joined, both event handlers run, both refs are set. Any other prop of the element wins, `children` too.
 * - with a function: `render={(props, state) => <section {...props}>{state.open ? 'Open' : props.children}</section>}`.
 *   Spread all props. `state` has the values of the part's `data-*` attributes.
 */
export type Render<State> = ReactElement | ((props: RenderProps, state: State) => ReactElement)

/** The state of a part without state. */
export type NoState = Readonly<Record<string, never>>

/** Props of a part whose element can be replaced. */
export interface Replaceable<State = NoState> {
  /**
   * Replaces the part's element, with an element that takes its props or a function `(props, state) => element`. See
   * `Render`.
   */
  render?: Render<State> | undefined
}

type AnyProps = Readonly<Record<string, unknown>>

const propsOf = (element: ReactElement): AnyProps => Object.assign({}, element.props)

const hasRefInProps = Number.parseInt(version) >= 19

/** React 19 has an element's ref among its props, React 18 beside them. Reading the other place logs a warning. */
const refOf = (element: ReactElement): Ref<HTMLElement> | undefined => {
  const holder: unknown = hasRefInProps ? element.props : element
  return (holder as { ref?: Ref<HTMLElement> }).ref
}

interface ReplacementProps<State> {
  element: ReactElement
  render: Render<State>
  state: State
}

const Replacement = <State,>({ element, render, state }: ReplacementProps<State>) => {
  const isFunction = typeof render === 'function'
  const ref = useForkedRef(refOf(element), isFunction ? undefined : refOf(render))
  const props = propsOf(element)
  if (isFunction) return render({ ...props, ref }, state)
  const isOtherElement = typeof render.type === 'string' && render.type !== 'button'
  const own =
    element.type === 'button' && isOtherElement ? mergeProps(actAsButton, { ...props, type: undefined }) : props
  return cloneElement<AnyProps>(render as ReactElement<AnyProps>, { ...mergeProps(own, propsOf(render)), ref })
}

/**
 * Renders a part with its replacement, if any. If the replacement fails to render, the part's own element shows.
 * @param state the state of the part. Default: none.
 */
export const renderPart = <State = NoState,>(
  element: ReactElement,
  render: Render<State> | undefined,
  state: State = {} as State,
): ReactElement =>
  render === undefined ? (
    element
  ) : (
    <ErrorBoundary fallback={() => element}>
      <Replacement element={element} render={render} state={state} />
    </ErrorBoundary>
  )

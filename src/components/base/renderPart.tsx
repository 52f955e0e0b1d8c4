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
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { useForkedRef } from './useForkedRef.ts'

/** Joins a part's own class with the one that the host passed. */
export const classNames = (own: string, passed: string | undefined): string =>
  passed === undefined || passed === '' ? own : `${own} ${passed}`

/** Enter and Space press a button. A link takes Enter by itself. */
const pressByKey = (event: KeyboardEvent<HTMLElement>) => {
  const element = event.currentTarget
  if (event.target !== element || event.defaultPrevented) return
  if (event.key !== ' ' && (event.key !== 'Enter' || element.hasAttribute('href'))) return
  event.preventDefault()
  if (!event.repeat) element.click()
}

/** What an element that is no `<button>` needs to be one: for those who replace a part's button by a link or a `<div>`. */
const actAsButton = { role: 'button', tabIndex: 0, onKeyDown: pressByKey }

type Handler = (...args: unknown[]) => unknown

const isHandler = (name: string, value: unknown): value is Handler =>
  /^on[A-Z]/.test(name) && typeof value === 'function'

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** Two values of one prop. */
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
 * The props of a part's own element, and those of the element that replaces it. Classes and styles are joined, event handlers
 * called one after the other, the replacement's first; of all else the replacement decides.
 */
const mergeProps = (own: AnyProps, other: AnyProps): Record<string, unknown> => ({
  ...own,
  ...Object.fromEntries(Object.entries(other).map(([name, value]) => [name, mergeValue(name, own[name], value)])),
})

/** What a part hands to a `render` function: all that its element needs to look, work and be read aloud as it should. */
export type RenderProps = HTMLAttributes<HTMLElement> & { ref: RefCallback<HTMLElement> }

/**
 * Replaces the element of a part:
 * - by an element: `render={<a href="/inbox" />}`. Its props join those of the part: classes and styles are merged, event
 *   handlers called one after the other, refs both filled; of all else the element's own decides, its children too.
 * - by a function: `render={(props, state) => <section {...props}>{state.open ? 'Open' : props.children}</section>}`. Spread
 *   all props. `state` is what the part's `data-*` attributes say.
 */
export type Render<State> = ReactElement | ((props: RenderProps, state: State) => ReactElement)

/** The state of a part that has none. */
export type NoState = Readonly<Record<string, never>>

/** What a part has whose element can be replaced. */
export interface Replaceable<State = NoState> {
  /** Replaces the part's element: by an element that takes its props, or by a function `(props, state) => element`. */
  render?: Render<State> | undefined
}

type AnyProps = Readonly<Record<string, unknown>>

const propsOf = (element: ReactElement): AnyProps => Object.assign({}, element.props)

const keepsRefInProps = Number.parseInt(version) >= 19

/** React 19 holds an element's ref among its props, React 18 beside them; each warns about the other place. */
const refOf = (element: ReactElement): Ref<HTMLElement> | undefined => {
  const holder: unknown = keepsRefInProps ? element.props : element
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

/** Renders a part: the host's element in place of its own, unless the host's fails to render. */
export const renderPart = <State,>(
  element: ReactElement,
  render: Render<State> | undefined,
  state: State,
): ReactElement =>
  render === undefined ? (
    element
  ) : (
    <ErrorBoundary fallback={() => element}>
      <Replacement element={element} render={render} state={state} />
    </ErrorBoundary>
  )

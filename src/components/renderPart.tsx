'use client'
import { cloneElement, version, type HTMLAttributes, type ReactElement, type Ref, type RefCallback } from 'react'
import { actAsButton } from './actAsButton.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { mergeProps } from './mergeProps.ts'
import { useForkedRef } from './useForkedRef.ts'

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

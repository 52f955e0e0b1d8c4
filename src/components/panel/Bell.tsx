'use client'
import { forwardRef } from 'react'
import { renderPart, type Replaceable } from '../base/renderPart.tsx'
import { type BellElementProps, useBellElement } from './useBellElement.tsx'

/** State of a Bell: its `data-*` attributes, and the second argument of `render`. */
export type BellState = {
  /** Whether the panel is open. */
  open: boolean
  /** Whether there are new notifications. */
  new: boolean
}

export interface BellProps extends BellElementProps, Replaceable<BellState> {}

/** The button that opens the panel. State: `data-open`, `data-new`. */
export const Bell = forwardRef<HTMLButtonElement, BellProps>(function Bell({ render, ...rest }, ref) {
  const { count, open } = rest
  return renderPart(useBellElement(rest, ref), render, { open, new: count !== null && count > 0 })
})

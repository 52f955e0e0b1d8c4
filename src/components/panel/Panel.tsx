'use client'
import { forwardRef } from 'react'
import { renderPart, type Replaceable } from '../base/renderPart.tsx'
import { type PanelElementProps, usePanelElement } from './usePanelElement.tsx'

/** State of a Panel: its `data-*` attributes, and the second argument of `render`. */
export type PanelState = {
  /** Beside the anchor, or along the end of the window. */
  layout: 'popover' | 'drawer'
}

export interface PanelProps extends PanelElementProps, Replaceable<PanelState> {
  /** Whether the panel is open. A closed panel is not in the DOM. */
  open: boolean
}

const OpenPanel = forwardRef<HTMLDivElement, Omit<PanelProps, 'open'>>(function OpenPanel({ render, ...rest }, ref) {
  return renderPart(usePanelElement(rest, ref), render, { layout: rest.layout ?? 'popover' })
})

/**
 * A non-modal dialog in the top layer, beside its anchor or as a drawer. On a phone it is modal and fills the screen.
 * When it opens, the focus moves to the title of its `PanelHeader`, or without one to the panel; when it closes, from
 * the panel to the anchor. State: `data-layout`.
 */
export const Panel = /* @__PURE__ */ forwardRef<HTMLDivElement, PanelProps>(function Panel({ open, ...rest }, ref) {
  return open ? <OpenPanel {...rest} ref={ref} /> : null
})

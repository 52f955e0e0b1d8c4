'use client'
import { forwardRef, useRef } from 'react'
import { renderPart, type Replaceable } from '../base/renderPart.tsx'
import { type HeaderElementProps, useHeaderElement } from './useHeaderElement.tsx'

export interface PanelHeaderProps extends HeaderElementProps, Replaceable {}

/** Title and buttons of a panel. Each button needs its handler. `children` render between the title and the buttons. */
export const PanelHeader = forwardRef<HTMLDivElement, PanelHeaderProps>(function PanelHeader({ render, ...rest }, ref) {
  return renderPart(useHeaderElement(rest, ref, useRef(null)), render)
})

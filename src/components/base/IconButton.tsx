'use client'
import { forwardRef, type ComponentPropsWithoutRef } from 'react'

export interface IconButtonProps extends Omit<ComponentPropsWithoutRef<'button'>, 'aria-label' | 'title' | 'type'> {
  /** What the button does: its tooltip, which is also its accessible name. */
  label: string
}

/** A button whose content is an icon (`children`). A passed `className` replaces its class "tidings-icon-button". */
export const IconButton = forwardRef<HTMLButtonElement, IconButtonProps>(function IconButton({ label, ...rest }, ref) {
  // No `aria-label`: screen readers would read the same text as a title again.
  return <button className="tidings-icon-button" {...rest} ref={ref} type="button" title={label} />
})

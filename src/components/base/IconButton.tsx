'use client'
import { forwardRef, type ComponentPropsWithoutRef } from 'react'

export interface IconButtonProps extends Omit<ComponentPropsWithoutRef<'button'>, 'aria-label' | 'title' | 'type'> {
  /** What the button does: its accessible name, and its tooltip. */
  label: string
}

/** A button whose content is an icon (`children`). A passed `className` replaces its class "tidings-icon-button". */
export const IconButton = forwardRef<HTMLButtonElement, IconButtonProps>(function IconButton({ label, ...rest }, ref) {
  return <button className="tidings-icon-button" {...rest} ref={ref} type="button" aria-label={label} title={label} />
})

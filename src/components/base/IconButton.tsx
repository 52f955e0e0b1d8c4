'use client'
import { forwardRef, type ComponentPropsWithoutRef } from 'react'

export interface IconButtonProps extends Omit<ComponentPropsWithoutRef<'button'>, 'aria-label' | 'title' | 'type'> {
  /** What it does: its name, and what shows on hover. */
  label: string
}

/** A button that is an icon, `children`. Its class is "tidings-icon-button", unless another one is passed. */
export const IconButton = forwardRef<HTMLButtonElement, IconButtonProps>(function IconButton({ label, ...rest }, ref) {
  return <button className="tidings-icon-button" {...rest} ref={ref} type="button" aria-label={label} title={label} />
})

'use client'
import { forwardRef, type ComponentPropsWithoutRef } from 'react'
import { classNames } from './classNames.ts'

export interface ToggleProps extends Omit<ComponentPropsWithoutRef<'button'>, 'type' | 'role' | 'onChange'> {
  checked: boolean
  onCheckedChange: (checked: boolean) => void
}

/** A switch. Its text (`children`) is its accessible name. */
export const Toggle = forwardRef<HTMLButtonElement, ToggleProps>(function Toggle(
  { checked, onCheckedChange, className, children, ...rest },
  ref,
) {
  return (
    <button
      {...rest}
      ref={ref}
      type="button"
      role="switch"
      className={classNames('tidings-toggle', className)}
      aria-checked={checked}
      onClick={() => onCheckedChange(!checked)}
    >
      <span className="tidings-toggle-track" aria-hidden="true" />
      <span>{children}</span>
    </button>
  )
})

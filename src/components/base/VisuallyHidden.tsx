import type { ReactNode } from 'react'

/** Text for screen readers only. */
export const VisuallyHidden = ({ id, children }: { id?: string; children: ReactNode }) => (
  <span id={id} className="tidings-visually-hidden">
    {children}
  </span>
)

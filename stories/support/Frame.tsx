import type { ReactNode } from 'react'

/** A box of the panel's size around a part. */
export const Frame = ({ padded, children }: { padded?: boolean; children: ReactNode }) => (
  <div className="frame" data-padded={padded ? '' : undefined}>
    {children}
  </div>
)

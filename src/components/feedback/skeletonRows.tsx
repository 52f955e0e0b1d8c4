import type { ReactNode } from 'react'

export const skeletonRows = (rows: number): ReactNode =>
  Array.from({ length: rows }, (_, row) => (
    <div key={row} className="tidings-skeleton-row">
      <span className="tidings-skeleton-avatar" />
      <span className="tidings-skeleton-lines">
        <span className="tidings-skeleton-line" />
        <span className="tidings-skeleton-line" />
      </span>
    </div>
  ))

import type { ReactNode } from 'react'
import { upTo } from '../../client/upTo.ts'

export const skeletonRows = (rows: number): ReactNode =>
  upTo(rows).map((row) => (
    <div key={row} className="tidings-skeleton-row">
      <span className="tidings-skeleton-avatar" />
      <span className="tidings-skeleton-lines">
        <span className="tidings-skeleton-line" />
        <span className="tidings-skeleton-line" />
      </span>
    </div>
  ))

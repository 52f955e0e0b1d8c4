import type { ReactNode } from 'react'

/** One 16 × 16 outline in the colour of its text. Icons carry no meaning of their own: each stands beside words. */
export const icon = (drawing: ReactNode) =>
  function Icon() {
    return (
      <svg
        className="tidings-icon"
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        {drawing}
      </svg>
    )
  }

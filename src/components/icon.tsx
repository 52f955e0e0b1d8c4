import type { ReactNode } from 'react'

/** One 16 × 16 outline in the colour of its text. Icons carry no meaning of their own: each stands beside words. */
export const icon = (drawing: ReactNode) =>
  function Icon() {
    return (
      <svg
        className="tidings-icon"
        viewBox="0 0 16 16"
        // Without a style sheet it would fill its container.
        width="1em"
        height="1em"
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

import type { ReactNode } from 'react'

/**
 * Makes an icon component: a 16 × 16 outline in the color of its text. It is decoration, since each icon has a text
 * beside it.
 */
export const icon = (drawing: ReactNode) =>
  function Icon() {
    return (
      <svg
        className="tidings-icon"
        viewBox="0 0 16 16"
        // Without a style sheet the icon would fill its container.
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

// Icons of the bell, and of the panel while its code loads. Every browser page with a bell loads them.
export const BellIcon = icon(
  <>
    <path d="M8 1.75a4.25 4.25 0 0 0-4.25 4.25c0 2.1-.5 3.4-1.1 4.3-.5.75 0 1.7.9 1.7h8.9c.9 0 1.4-.95.9-1.7-.6-.9-1.1-2.2-1.1-4.3A4.25 4.25 0 0 0 8 1.75Z" />
    <path d="M6.5 14.25h3" />
  </>,
)
export const CheckAllIcon = icon(<path d="m1.25 8.75 3 3 5.5-6.5m-2 6.25.25.25 6.25-7" />)
export const CrossIcon = icon(<path d="m4 4 8 8m0-8-8 8" />)
export const ArrowBackIcon = icon(<path d="M13 8H3m4.25-4.25L3 8l4.25 4.25" />)
export const SettingsIcon = icon(
  <>
    <path d="M2 4.75h6.5m3.5 0h2M2 11.25h2m3.5 0H14" />
    <circle cx="10.25" cy="4.75" r="1.75" />
    <circle cx="5.75" cy="11.25" r="1.75" />
  </>,
)
export const ErrorIcon = icon(
  <>
    <circle cx="8" cy="8" r="6.25" />
    <path d="M8 4.75v3.75m0 2.75v.01" />
  </>,
)

import type { SVGAttributes } from 'react'

/**
 * Makes an icon component: a 16 × 16 outline in the color of its text, drawn by one path, since each row has an icon.
 * It is decoration, since each icon has a text beside it.
 */
export const icon = (path: string) =>
  function Icon(props: SVGAttributes<SVGElement>) {
    return (
      <svg
        className="tidings-icon"
        viewBox="0 0 16 16"
        // Without a style sheet the icon would fill its container.
        width="1em"
        height="1em"
        fill="none"
        stroke="currentColor"
        // Dots are lines without a length.
        strokeLinecap="round"
        aria-hidden="true"
        {...props}
      >
        <path d={path} />
      </svg>
    )
  }

// Every browser page with a bell loads these icons, for the bell and the frame of its panel.
export const BellIcon = icon(
  'M8 1.75a4.25 4.25 0 0 0-4.25 4.25c0 2.1-.5 3.4-1.1 4.3-.5.75 0 1.7.9 1.7h8.9c.9 0 ' +
    '1.4-.95.9-1.7-.6-.9-1.1-2.2-1.1-4.3A4.25 4.25 0 0 0 8 1.75ZM6.5 14.25h3',
)
export const CrossIcon = icon('m4 4 8 8m0-8-8 8')
export const CheckAllIcon = icon('m1.25 8.75 3 3 5.5-6.5m-2 6.25.25.25 6.25-7')
export const ArrowBackIcon = icon('M13 8H3m4.25-4.25L3 8l4.25 4.25')
export const SettingsIcon = icon(
  'M2 4.75h6.5m3.5 0h2M2 11.25h2m3.5 0H14M12 4.75a1.75 1.75 0 1 1-3.5 0 1.75 1.75 0 0 1 3.5 0Zm-4.5 6.5a1.75 1.75 0 ' +
    '1 1-3.5 0 1.75 1.75 0 0 1 3.5 0Z',
)
export const ErrorIcon = icon('M14.25 8a6.25 6.25 0 1 1-12.5 0 6.25 6.25 0 0 1 12.5 0ZM8 4.75v3.75m0 2.75v.01')

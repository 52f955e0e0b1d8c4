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

// Every browser page with a bell loads these icons, for the bell and for the panel while its code loads.
export const BellIcon = icon(
  'M8 1.75a4.25 4.25 0 0 0-4.25 4.25c0 2.1-.5 3.4-1.1 4.3-.5.75 0 1.7.9 1.7h8.9c.9 0 ' +
    '1.4-.95.9-1.7-.6-.9-1.1-2.2-1.1-4.3A4.25 4.25 0 0 0 8 1.75ZM6.5 14.25h3',
)
export const CrossIcon = icon('m4 4 8 8m0-8-8 8')

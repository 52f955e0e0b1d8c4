import { type ReactNode, useEffect, useRef } from 'react'

interface ViewProps {
  /** Title of the page, and of the document. */
  title: string
  /** Text above the title. */
  above?: ReactNode
  /** Content below the title. */
  children: ReactNode
}

/** Whether this is the view of the initial page load, where focus starts at the top of the document. */
let isFirst = true

/** One page of the product. After navigation within the app, focus moves to its title. */
export const View = ({ title, above, children }: ViewProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isFirst) heading.current?.focus()
    return () => {
      isFirst = false
    }
  }, [])
  return (
    <>
      <title>{`${title} · Orchard`}</title>
      {above !== undefined && <p className="quiet">{above}</p>}
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </>
  )
}

import { type ReactNode, useEffect, useRef } from 'react'

interface ViewProps {
  title: string
  /** Shown above the title. */
  above?: ReactNode
  children: ReactNode
}

/** Is this the view that the document was loaded with? Its reader begins at the top of the document. */
let isFirst = true

/** One page of the product. Whoever comes from another one is taken to its title. */
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

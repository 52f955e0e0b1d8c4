'use client'
import { type MarkReadOnVisitOptions, useMarkReadOnVisit } from '../../hooks/marks/useMarkReadOnVisit.ts'

export type MarkReadOnVisitProps = MarkReadOnVisitOptions

/** Marks as read what leads to the page its reader is on: `<Inbox …><MarkReadOnVisit url={path} /></Inbox>`. See `useMarkReadOnVisit`. */
export const MarkReadOnVisit = (props: MarkReadOnVisitProps) => {
  useMarkReadOnVisit(props)
  return null
}

'use client'
import { type MarkReadOnVisitOptions, useMarkReadOnVisit } from '../../hooks/marks/useMarkReadOnVisit.ts'

export type MarkReadOnVisitProps = MarkReadOnVisitOptions

/**
 * Marks notifications as read when the user visits the URL they link to: `<Inbox …><MarkReadOnVisit url={path}
 * /></Inbox>`. See `useMarkReadOnVisit`.
 */
export const MarkReadOnVisit = (props: MarkReadOnVisitProps) => {
  useMarkReadOnVisit(props)
  return null
}

'use client'
// What the elements load on demand.
import content from '../styles/content.css?inline'
import page from '../styles/page.css?inline'

export * from '../components/inbox/panelContent.ts'
export { RowSlot } from './RowSlot.tsx'

export const styles = content + page

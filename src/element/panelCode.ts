'use client'
// What the elements load on demand. In the standalone build it also replaces the code of the panel that `<Inbox>`
// loads, so that all of it is one file: see vite.standalone.config.ts.
import content from '../styles/content.css?inline'
import page from '../styles/page.css?inline'

export * from '../components/inbox/InboxPanelPopover.tsx'
export { Page } from '../components/inbox/InboxPage.tsx'
export { RowSlot } from './RowSlot.tsx'

/** The styles of the panel and of the page. */
export const styles = content + page

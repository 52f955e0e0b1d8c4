export { InboxDevtools } from './InboxDevtools.tsx'
export { type InboxDevtoolsProps } from './inboxDevtoolsProps.ts'

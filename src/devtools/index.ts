export { InboxDevtools } from './InboxDevtools.tsx'
export { type InboxDevtoolsProps } from './Actions.tsx'

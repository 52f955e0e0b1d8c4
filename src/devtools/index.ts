export { InboxDevtools, type InboxDevtoolsProps } from './InboxDevtools.tsx'

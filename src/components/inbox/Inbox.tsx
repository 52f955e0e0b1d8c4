'use client'
import type { ReactNode } from 'react'
import { ErrorBoundary } from '../base/ErrorBoundary.tsx'
import { OpenHandlersProvider } from '../item/handlers.ts'
import { InboxPopover, type InboxPopoverProps } from './InboxPopover.tsx'
import { InboxRoot, type InboxRootProps } from './InboxRoot.tsx'

/** Props of `<Inbox>`. Only `subscriberId` and `baseUrl` are required. */
export interface InboxProps extends Omit<InboxRootProps, 'children' | 'layout'>, InboxPopoverProps {
  /** Other parts such as `<TitleCount />`, and your components that use the hooks. They render after the bell. */
  children?: ReactNode
}

/**
 * The inbox: a bell with the number of new notifications, and the panel that it opens. Import `tidings/styles.css`
 * once.
 *
 * ```tsx
 * <Inbox subscriberId={user.id} baseUrl="/api/inbox" />
 * ```
 *
 * Without a `subscriberId` (nobody is signed in) it renders, fetches and stores nothing.
 */
export const Inbox = ({ layout = 'popover', children, ...props }: InboxProps) => (
  // Each component picks its own props.
  <InboxRoot {...props} layout={layout}>
    <InboxPopover {...props} layout={layout} />
    {/* A boundary of their own, so that a child that fails does not hide the bell. */}
    <ErrorBoundary>
      <OpenHandlersProvider value={props}>{children}</OpenHandlersProvider>
    </ErrorBoundary>
  </InboxRoot>
)

'use client'
import type { ReactNode } from 'react'
import { ErrorBoundary } from '../base/ErrorBoundary.tsx'
import { OpenHandlerProvider } from '../item/handlers.ts'
import { InboxPopover, type InboxPopoverProps } from './InboxPopover.tsx'
import { InboxRoot, type InboxRootProps } from './InboxRoot.tsx'

/** Props of `<Inbox>`. Only `subscriberId` and `baseUrl` are required. */
export interface InboxProps extends Omit<InboxRootProps, 'children' | 'layout'>, InboxPopoverProps {
  /** What stands in this inbox besides: `<TitleCount />`, or what of yours uses its hooks. */
  children?: ReactNode
}

/**
 * The whole inbox: a bell with the number of new notifications, and the panel that it opens. Import
 * `tidings/styles.css` once for its look.
 *
 * ```tsx
 * <Inbox subscriberId={user.id} baseUrl="/api/inbox" />
 * ```
 *
 * With no `subscriberId` (nobody is signed in) nothing is drawn, asked for or kept.
 */
export const Inbox = ({ layout = 'popover', children, ...props }: InboxProps) => (
  // Each takes the props that it knows.
  <InboxRoot {...props} layout={layout}>
    <InboxPopover {...props} layout={layout} />
    {/* Of their own: the bell outlives a child of the host that fails. */}
    <ErrorBoundary>
      <OpenHandlerProvider value={props.onOpen}>{children}</OpenHandlerProvider>
    </ErrorBoundary>
  </InboxRoot>
)

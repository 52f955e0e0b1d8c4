'use client'
import { InboxPopover, type InboxPopoverProps } from './InboxPopover.tsx'
import { InboxRoot, type InboxRootProps } from './InboxRoot.tsx'

/** Props of `<Inbox>`. Only `subscriberId` and `baseUrl` are required. */
export interface InboxProps extends Omit<InboxRootProps, 'children' | 'layout'>, InboxPopoverProps {}

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
export const Inbox = ({ layout = 'popover', ...props }: InboxProps) => (
  // Each takes the props that it knows.
  <InboxRoot {...props} layout={layout}>
    <InboxPopover {...props} layout={layout} />
  </InboxRoot>
)

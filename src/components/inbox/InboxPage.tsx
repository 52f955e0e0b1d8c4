'use client'
import type { ReactNode } from 'react'
import { loaded } from '../feedback/onDemand.ts'
import { OpenHandlersProvider } from '../item/handlers.ts'
import type { InboxPanelProps } from './inboxPanelProps.ts'
import { InboxRoot, type InboxRootProps } from './InboxRoot.tsx'
import { Page } from './Page.tsx'
import { panelContent } from './panelContent.ts'

const code = loaded(panelContent)

/** Props of `<InboxPage>`. Only `subscriberId` and `baseUrl` are required. */
export interface InboxPageProps extends Omit<InboxRootProps, 'children' | 'layout'>, Omit<InboxPanelProps, 'onClose'> {
  /** Added to the class "tidings-page". */
  className?: string | undefined
  /** Other parts such as `<TitleCount />`, and your components that use the hooks. They render after the inbox. */
  children?: ReactNode
}

/**
 * The inbox as part of a browser page: one column with the list or the preferences, without a bell. It is as high as
 * its container, at most as high as the window, and its list scrolls.
 *
 * ```tsx
 * <InboxPage subscriberId={user.id} baseUrl="/api/inbox" />
 * ```
 */
export const InboxPage = ({ children, ...props }: InboxPageProps) => (
  // Each component picks its own props.
  <InboxRoot {...props} layout="page">
    <Page {...props} code={code} />
    <OpenHandlersProvider value={props}>{children}</OpenHandlersProvider>
  </InboxRoot>
)

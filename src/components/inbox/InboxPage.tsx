'use client'
import type { ReactNode } from 'react'
import { classNames } from '../base/renderPart.tsx'
import { OpenHandlerProvider } from '../item/handlers.ts'
import { useLabels } from '../language/LanguageProvider.tsx'
import { FeedBoundary } from './FeedBoundary.tsx'
import { InboxPanel, type InboxPanelProps } from './InboxPanel.tsx'
import { InboxRoot, type InboxRootProps } from './InboxRoot.tsx'

/** Props of `<InboxPage>`. Only `subscriberId` and `baseUrl` are required. */
export interface InboxPageProps extends Omit<InboxRootProps, 'children' | 'layout'>, Omit<InboxPanelProps, 'onClose'> {
  /** Added to the page's own class. */
  className?: string | undefined
  /** What stands in this inbox besides: `<TitleCount />`, or what of yours uses its hooks. */
  children?: ReactNode
}

/** A landmark that bears the inbox's name. */
const Page = ({ className, ...panel }: InboxPanelProps & Pick<InboxPageProps, 'className'>) => {
  const labels = useLabels()
  return (
    <section aria-label={labels.notifications} className={classNames('tidings-page', className)}>
      <FeedBoundary>
        <InboxPanel {...panel} />
      </FeedBoundary>
    </section>
  )
}

/**
 * The inbox as a page of its own: one column with the list or the preferences, no bell. It is as high as what it stands in,
 * at most as high as the window, and its list scrolls.
 *
 * ```tsx
 * <InboxPage subscriberId={user.id} baseUrl="/api/inbox" />
 * ```
 */
export const InboxPage = ({ children, ...props }: InboxPageProps) => (
  // Each takes the props that it knows.
  <InboxRoot {...props} layout="page">
    <Page {...props} />
    <OpenHandlerProvider value={props.onOpen}>{children}</OpenHandlerProvider>
  </InboxRoot>
)

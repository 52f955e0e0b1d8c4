'use client'
import type { ReactNode } from 'react'
import { useInbox } from '../../hooks/provider/InboxProvider.tsx'
import { useBrowserLayoutEffect } from '../../hooks/utils/useLatest.ts'
import { prefetchList } from '../../state/feedOptions.ts'
import { defaultPageSize } from '../../state/queryOptions.ts'
import { classNames } from '../base/classNames.ts'
import { FeedBoundary } from '../feedback/ErrorState.tsx'
import { OpenHandlersProvider } from '../item/handlers.ts'
import { prepareFormats } from '../language/relativeTime.ts'
import { useLabels } from '../language/useLabels.ts'
import { usePreparedFormats } from '../language/usePreparedFormats.ts'
import { InboxPanel, type InboxPanelProps } from './InboxPanel.tsx'
import { InboxRoot, type InboxRootProps } from './InboxRoot.tsx'

/** Props of `<InboxPage>`. Only `subscriberId` and `baseUrl` are required. */
export interface InboxPageProps extends Omit<InboxRootProps, 'children' | 'layout'>, Omit<InboxPanelProps, 'onClose'> {
  /** Added to the class "tidings-page". */
  className?: string | undefined
  /** Other parts such as `<TitleCount />`, and your components that use the hooks. They render after the inbox. */
  children?: ReactNode
}

/** A landmark with the name of the inbox. Render it inside an InboxRoot. */
export const Page = ({
  className,
  persist,
  ...panel
}: InboxPanelProps & Pick<InboxPageProps, 'className' | 'persist'>) => {
  const labels = useLabels()
  const { store } = useInbox()
  const { pageSize = defaultPageSize } = panel
  const isFirst = !persist
  // Before the browser paints the skeleton, and before the count is fetched, which comes with the page. An inbox that
  // is restored from storage shows its rows without a request.
  useBrowserLayoutEffect(() => {
    if (isFirst) prefetchList(store, pageSize)
  }, [isFirst, store, pageSize])
  usePreparedFormats(prepareFormats)
  return (
    <section aria-label={labels.notifications} className={classNames('tidings-page', className)}>
      <FeedBoundary>
        <InboxPanel {...panel} />
      </FeedBoundary>
    </section>
  )
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
    <Page {...props} />
    <OpenHandlersProvider value={props}>{children}</OpenHandlersProvider>
  </InboxRoot>
)

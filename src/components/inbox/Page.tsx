'use client'
import { useInbox } from '../../hooks/provider/InboxProvider.tsx'
import type { InboxProviderProps } from '../../hooks/provider/inboxProviderProps.ts'
import { useBrowserLayoutEffect } from '../../hooks/utils/useLatest.ts'
import { prefetchList } from '../../state/feedOptions.ts'
import { defaultPageSize } from '../../state/queryOptions.ts'
import { classNames } from '../base/classNames.ts'
import { useBellLabels } from '../language/LanguageProvider.tsx'
import { InboxFrame, type InboxFrameProps } from './InboxFrame.tsx'
import { usePanelFormats } from './usePanelFormats.ts'

interface PageProps extends InboxFrameProps, Pick<InboxProviderProps, 'persist'> {
  className?: string | undefined
}

/** The browser is not idle between the skeleton and the rows, and the first page is on its way. */
const atOnce = (task: () => void) => {
  task()
}

/** A landmark with the name of the inbox. Render it inside an InboxRoot. */
export const Page = ({ className, persist, code, ...panel }: PageProps) => {
  const labels = useBellLabels()
  const { store } = useInbox()
  const { pageSize = defaultPageSize } = panel
  const isFirst = !persist
  // Before the browser paints the skeleton, and before the count is fetched, which comes with the page. An inbox that
  // is restored from storage shows its rows without a request.
  useBrowserLayoutEffect(() => {
    if (isFirst) prefetchList(store, pageSize)
  }, [isFirst, store, pageSize])
  usePanelFormats(code, atOnce)
  return (
    <section aria-label={labels.notifications} className={classNames('tidings-page', className)}>
      <InboxFrame {...panel} code={code} />
    </section>
  )
}

'use client'
import { onDemand, useNeeded } from '../components/feedback/onDemand.ts'
import { skeletonRows } from '../components/feedback/skeletonRows.tsx'
import { InboxRoot } from '../components/inbox/InboxRoot.tsx'
import { useBellLabels } from '../components/language/LanguageProvider.tsx'
import { InboxElement, type RenderedProps } from './InboxElement.tsx'
import type { TidingsInboxPageProperties } from './settings.ts'

/** Loaded on demand: most browser pages have only the bell. */
const pageCode = onDemand(async () => (await import('./panelCode.ts')).Page)

/** The page, and while its code loads, a skeleton in its place. */
const PageOnDemand = (props: RenderedProps) => {
  const labels = useBellLabels()
  const loaded = useNeeded(pageCode)
  if (loaded.status === 'ready') return <loaded.code {...props} />
  if (loaded.status === 'failed')
    // It loads again when the browser is back online.
    return (
      <p className="tidings-page tidings-error" role="alert">
        {labels.feedFailed}
      </p>
    )
  return (
    <div className="tidings-page tidings-skeleton" aria-hidden="true">
      {skeletonRows(6)}
    </div>
  )
}

// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- see the class
export interface TidingsInboxPageElement extends TidingsInboxPageProperties {}

/**
 * `<tidings-inbox-page subscriber-id="…" base-url="/api/inbox">`: the inbox as part of a browser page, without a bell.
 * It is as high as its container, at most as high as the window, and its list scrolls. It has the attributes,
 * properties, events and parts of `<tidings-inbox>`, without those of the bell and the panel.
 */
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- InboxElement defines the properties
export class TidingsInboxPageElement extends InboxElement {
  /** Renders the page. */
  protected override renderInbox(props: RenderedProps) {
    return (
      // Each component picks its own props.
      <InboxRoot {...props} layout="page">
        <PageOnDemand {...props} />
      </InboxRoot>
    )
  }
}

'use client'
import { panelCode } from '../components/inbox/InboxPopover.tsx'
import { InboxRoot } from '../components/inbox/InboxRoot.tsx'
import { Page } from '../components/inbox/Page.tsx'
import { InboxElement, type RenderedProps } from './InboxElement.tsx'
import type { TidingsInboxPageProperties } from './settings.ts'

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
        <Page {...props} code={panelCode} />
      </InboxRoot>
    )
  }
}

'use client'
import { Inbox } from '../components/inbox/Inbox.tsx'
import { InboxElement, type RenderedProps } from './InboxElement.tsx'
import type { TidingsInboxProperties } from './settings.ts'

// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- see the class
export interface TidingsInboxElement extends TidingsInboxProperties {}

/**
 * `<tidings-inbox subscriber-id="…" base-url="/api/inbox">`: the inbox for pages without React. docs/element.md lists
 * its attributes, properties, events and parts. Each property has the same effect as the prop of that name of
 * `<Inbox>`.
 */
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- InboxElement defines the properties
export class TidingsInboxElement extends InboxElement {
  readonly #onOpenChange = (open: boolean) => {
    if (!this.dispatch('tidings-open-change', { open }, true).defaultPrevented) this.open = open
  }

  /** Renders the bell and its panel. */
  protected override renderInbox(props: RenderedProps) {
    return (
      <Inbox
        {...props}
        open={this.open ?? false}
        onOpenChange={this.#onOpenChange}
        renderBell={(bell) => (
          <button {...bell}>
            <slot name="bell">{bell.children}</slot>
          </button>
        )}
      />
    )
  }
}

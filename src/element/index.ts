import type { HTMLAttributes, Ref } from 'react'
import type { TidingsInboxEventMap } from './events.ts'
import type { TidingsInboxPageProperties, TidingsInboxProperties } from './settings.ts'
import { TidingsInboxElement } from './TidingsInboxElement.tsx'
import { TidingsInboxPageElement } from './TidingsInboxPageElement.tsx'

// Importing this entry defines the elements. A second copy of the package does not replace the first definition.
if (typeof customElements !== 'undefined')
  for (const [name, element] of [
    ['tidings-inbox', TidingsInboxElement],
    ['tidings-inbox-page', TidingsInboxPageElement],
  ] as const)
    if (!customElements.get(name)) customElements.define(name, element)

/** The attributes of both elements in HTML and templates. */
export interface TidingsInboxAttributes {
  /** Subscriber whose inbox is shown. Omit it if no one is signed in. */
  'subscriber-id'?: string | null | undefined
  /** URL or path of your `tidings/proxy`. Default "/api/inbox". */
  'base-url'?: string | undefined
  /** Result of `signSubscriber` of tidings/proxy, for a proxy with a `signingSecret`: "v1.…". */
  'subscriber-hash'?: string | undefined
  /** IANA time zone of snoozes and new delivery hours: "Europe/Stockholm". Default: that of the browser. */
  'time-zone'?: string | undefined
  /** Time between two polls, in milliseconds. Default 30,000. */
  'poll-interval'?: number | string | undefined
  /** Notifications per feed page, 1 to 100. Default 20. */
  'page-size'?: number | string | undefined
  /** Moment at which a notification counts as seen. Default "visible". */
  'seen-when'?: 'visible' | 'open' | 'never' | undefined
  /** Headings in the feed. Default "day". */
  'group-by'?: 'day' | 'none' | undefined
}

type Jsx<Element, Properties, Events> = Omit<HTMLAttributes<Element>, keyof Properties> &
  TidingsInboxAttributes &
  Properties & {
    [Name in keyof Events as `on${Name & string}`]?: (event: Events[Name]) => void
  } & {
    key?: string | number | undefined
    ref?: Ref<Element> | undefined
  }

/**
 * The props of `<tidings-inbox>` in JSX: attributes in any version of React, properties and `ontidings-…` since React
 * 19.
 */
export type TidingsInboxJsx = Jsx<TidingsInboxElement, TidingsInboxProperties, TidingsInboxEventMap>

/** The same of `<tidings-inbox-page>`. */
export type TidingsInboxPageJsx = Jsx<
  TidingsInboxPageElement,
  TidingsInboxPageProperties,
  Omit<TidingsInboxEventMap, 'tidings-open-change'>
>

declare global {
  interface HTMLElementTagNameMap {
    'tidings-inbox': TidingsInboxElement
    'tidings-inbox-page': TidingsInboxPageElement
  }
}

declare module 'react' {
  // oxlint-disable-next-line typescript/no-namespace -- React's types are extended so
  namespace JSX {
    interface IntrinsicElements {
      'tidings-inbox': TidingsInboxJsx
      'tidings-inbox-page': TidingsInboxPageJsx
    }
  }
}

export { TidingsInboxElement, TidingsInboxPageElement }
export type { TidingsInboxEventMap } from './events.ts'
export type { RenderRow, TidingsInboxPageProperties, TidingsInboxProperties } from './settings.ts'

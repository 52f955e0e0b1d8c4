import type { HTMLAttributes, Ref } from 'react'
import type { TidingsInboxEventMap } from './events.ts'
import type { TidingsInboxProperties } from './settings.ts'
import { TidingsInboxElement } from './TidingsInboxElement.tsx'

// Importing this entry defines the element. A second copy of the package does not replace the first definition.
if (typeof customElements !== 'undefined' && !customElements.get('tidings-inbox'))
  customElements.define('tidings-inbox', TidingsInboxElement)

/** The attributes of `<tidings-inbox>` in HTML and templates. */
export interface TidingsInboxAttributes {
  /** Subscriber whose inbox is shown. Omit it if no one is signed in. */
  'subscriber-id'?: string | null | undefined
  /** URL or path of your `tidings/proxy`. Default "/api/inbox". */
  'base-url'?: string | undefined
  /** Result of `signSubscriber` of tidings/proxy, for a proxy with a `signingSecret`: "v1.…". */
  'subscriber-hash'?: string | undefined
  /** IANA time zone of the subscriber: "Europe/Stockholm". Default: the zone of the browser. */
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

/**
 * The props of `<tidings-inbox>` in JSX: attributes in any version of React, properties and `ontidings-…` since React
 * 19.
 */
export type TidingsInboxJsx = Omit<HTMLAttributes<TidingsInboxElement>, keyof TidingsInboxProperties> &
  TidingsInboxAttributes &
  TidingsInboxProperties & {
    [Name in keyof TidingsInboxEventMap as `on${Name}`]?: (event: TidingsInboxEventMap[Name]) => void
  } & {
    key?: string | number | undefined
    ref?: Ref<TidingsInboxElement> | undefined
  }

declare global {
  interface HTMLElementTagNameMap {
    'tidings-inbox': TidingsInboxElement
  }
}

declare module 'react' {
  // oxlint-disable-next-line typescript/no-namespace -- React's types are extended so
  namespace JSX {
    interface IntrinsicElements {
      'tidings-inbox': TidingsInboxJsx
    }
  }
}

export { TidingsInboxElement }
export type { TidingsInboxEventMap } from './events.ts'
export type { TidingsInboxProperties } from './settings.ts'

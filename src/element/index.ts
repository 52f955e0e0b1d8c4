import type { HTMLAttributes, Ref } from 'react'
import type { TidingsInboxEventMap } from './events.ts'
import type { TidingsInboxProperties } from './settings.ts'
import { TidingsInboxElement } from './TidingsInboxElement.tsx'

// Importing this entry is what defines the element. A second copy of the package leaves the first one's in place.
if (typeof customElements !== 'undefined' && !customElements.get('tidings-inbox'))
  customElements.define('tidings-inbox', TidingsInboxElement)

/** `<tidings-inbox>` as HTML and templates write it. */
export interface TidingsInboxAttributes {
  /** Whose inbox it is. None: nobody is signed in. */
  'subscriber-id'?: string | null | undefined
  /** Where your server serves `tidings/proxy`. Default "/api/inbox". */
  'base-url'?: string | undefined
  /** What `signSubscriber` of tidings/proxy made, for a proxy with a `signingSecret`. */
  'subscriber-hash'?: string | undefined
  /** The subscriber's, as IANA names it. */
  'time-zone'?: string | undefined
  /** Milliseconds between two polls. Default 30,000. */
  'poll-interval'?: number | string | undefined
  /** Notifications of one request, 1 to 100. Default 20. */
  'page-size'?: number | string | undefined
  /** When a notification counts as seen. Default "visible". */
  'seen-when'?: 'visible' | 'open' | 'never' | undefined
  /** Headings in the list. Default "day". */
  'group-by'?: 'day' | 'none' | undefined
}

/** `<tidings-inbox>` in JSX: attributes in any version of React, properties and `ontidings-…` from 19 on. */
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
  // oxlint-disable-next-line typescript/no-namespace -- how React's own types are extended
  namespace JSX {
    interface IntrinsicElements {
      'tidings-inbox': TidingsInboxJsx
    }
  }
}

export { TidingsInboxElement }
export type { TidingsInboxEventMap } from './events.ts'
export type { TidingsInboxProperties } from './settings.ts'

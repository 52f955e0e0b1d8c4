import type { HTMLAttributes, Ref } from 'react'
import type { TidingsInboxEventMap } from './events.ts'
import type { TidingsInboxProperties } from './settings.ts'
import { TidingsInboxElement } from './TidingsInboxElement.tsx'

// Importing this entry is what defines the element. A second copy of the package leaves the first one's in place.
if (typeof customElements !== 'undefined' && !customElements.get('tidings-inbox'))
  customElements.define('tidings-inbox', TidingsInboxElement)

/** `<tidings-inbox>` as HTML and templates write it. */
export interface TidingsInboxAttributes {
  'subscriber-id'?: string | null | undefined
  'base-url'?: string | undefined
  'time-zone'?: string | undefined
  'poll-interval'?: number | string | undefined
  'page-size'?: number | string | undefined
  'seen-when'?: 'visible' | 'open' | 'never' | undefined
  'group-by'?: 'day' | 'none' | undefined
}

/** `<tidings-inbox>` in JSX: attributes in any version of React, properties and `ontidings-…` from 19 on. */
export type TidingsInboxJsx = Omit<HTMLAttributes<TidingsInboxElement>, keyof TidingsInboxProperties> &
  TidingsInboxAttributes &
  TidingsInboxProperties & { [Name in keyof TidingsInboxEventMap as `on${Name}`]?: (event: TidingsInboxEventMap[Name]) => void } & {
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

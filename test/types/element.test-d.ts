import { expectTypeOf } from 'vitest'
import type { TidingsInboxProperties } from '../../src/element/index.ts'
import type { InboxProps } from '../../src/index.ts'

/** The element dispatches events instead. */
type Events = 'onOpen' | 'onOpenChange' | 'onError' | 'onAction' | 'onPreferenceChange' | 'onScheduleChange'
/** These are for React, a server or a test. */
type ForReact = 'children' | 'kinds' | 'initialState' | 'environment'
/** In place of these, the element has slots and the property `open`. */
type Slots = 'renderBell' | 'footer' | 'defaultOpen'

expectTypeOf<Exclude<keyof InboxProps, keyof TidingsInboxProperties | Events | ForReact | Slots>>().toBeNever()

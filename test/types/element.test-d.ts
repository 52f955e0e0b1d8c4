import { expectTypeOf } from 'vitest'
import type { TidingsInboxProperties } from '../../src/element/index.ts'
import type { InboxProps } from '../../src/index.ts'

/** The element tells of these by events. */
type Events = 'onOpen' | 'onError' | 'onAction' | 'onPreferenceChange' | 'onScheduleChange'
/** These are React's, a server's or a test's. */
type ForReact = 'children' | 'kinds' | 'initialState' | 'environment'

expectTypeOf<Exclude<keyof InboxProps, keyof TidingsInboxProperties | Events | ForReact>>().toBeNever()

import { expectTypeOf } from 'vitest'
import type { TidingsInboxProperties } from '../../src/element/index.ts'
import type { InboxProps } from '../../src/index.ts'

/** The element dispatches events instead. */
type Events = 'onOpen' | 'onError' | 'onAction' | 'onPreferenceChange' | 'onScheduleChange'
/** These are for React, a server or a test. */
type ForReact = 'children' | 'kinds' | 'initialState' | 'environment'

expectTypeOf<Exclude<keyof InboxProps, keyof TidingsInboxProperties | Events | ForReact>>().toBeNever()

import { expectTypeOf } from 'vitest'
import { h } from 'vue'
import type { InboxNotification } from '../../src/contract/inboxNotification.ts'
import type { TidingsInboxEventMap, TidingsInboxProperties } from '../../src/element/index.ts'
import { Inbox, InboxPage, type InboxListeners, type InboxProps } from '../../src/vue/index.ts'

type Slots = InstanceType<typeof Inbox>['$slots']
type Capitalized<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${Capitalize<First>}${Capitalized<Rest>}`
  : Capitalize<Name>
/** `onOpenChange` for `tidings-open-change`. */
type ListenerOf<Name> = Name extends `tidings-${infer Short}` ? `on${Capitalized<Short>}` : never

// Every property is a prop, and every event has a listener.
expectTypeOf<Exclude<keyof TidingsInboxProperties, keyof InboxProps>>().toBeNever()
expectTypeOf<keyof InboxListeners>().toEqualTypeOf<ListenerOf<keyof TidingsInboxEventMap> | 'onUpdate:open'>()
expectTypeOf<Parameters<NonNullable<Slots['item']>>[0]>().toEqualTypeOf<{ notification: InboxNotification }>()
expectTypeOf<keyof Slots>().toEqualTypeOf<'item' | 'bell' | 'footer'>()
expectTypeOf<keyof InstanceType<typeof InboxPage>['$slots']>().toEqualTypeOf<'item' | 'footer'>()
expectTypeOf<InstanceType<typeof Inbox>['refresh']>().returns.resolves.toBeVoid()

h(Inbox, {
  subscriberId: 'ada',
  class: 'inbox',
  onAction: (event) => {
    expectTypeOf(event).toEqualTypeOf<TidingsInboxEventMap['tidings-action']>()
  },
  'onUpdate:open': (open) => {
    expectTypeOf(open).toBeBoolean()
  },
})
// @ts-expect-error -- no number
h(Inbox, { subscriberId: 1 })
// @ts-expect-error -- no layout
h(Inbox, { layout: 'popup' })
// @ts-expect-error -- a listener gets the event of its own type
h(InboxPage, { onError: (event: TidingsInboxEventMap['tidings-open']) => event })

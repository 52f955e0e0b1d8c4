import type { ComponentProps, Snippet } from 'svelte'
import { expectTypeOf } from 'vitest'
import type { InboxNotification } from '../../src/contract/inboxNotification.ts'
import type { TidingsInboxEventMap, TidingsInboxProperties } from '../../src/element/index.ts'
import type { Inbox, InboxMethods, InboxPage } from '../../src/svelte/index.ts'

type Props = ComponentProps<typeof Inbox>
type PageProps = ComponentProps<typeof InboxPage>
type Joined<Name extends string> = Name extends `${infer First}-${infer Rest}` ? `${First}${Joined<Rest>}` : Name
/** `onopenchange` for `tidings-open-change`. */
type ListenerOf<Name> = Name extends `tidings-${infer Short}` ? `on${Joined<Short>}` : never

// Every property is a prop, and every event has a listener.
expectTypeOf<Exclude<keyof TidingsInboxProperties, keyof Props>>().toBeNever()
expectTypeOf<Exclude<ListenerOf<keyof TidingsInboxEventMap>, keyof Props>>().toBeNever()
expectTypeOf<NonNullable<Props['item']>>().toEqualTypeOf<Snippet<[{ notification: InboxNotification }]>>()
expectTypeOf<Parameters<NonNullable<Props['onaction']>>>().toEqualTypeOf<[TidingsInboxEventMap['tidings-action']]>()
expectTypeOf<
  Extract<keyof PageProps, 'open' | 'layout' | 'placement' | 'prefetch' | 'bell' | 'onopenchange'>
>().toBeNever()
expectTypeOf<ReturnType<typeof Inbox>['refresh']>().toEqualTypeOf<InboxMethods['refresh']>()
expectTypeOf<{ subscriberId: string; class: string }>().toExtend<Props>()
expectTypeOf<{ layout: 'popup' }>().not.toExtend<Props>()
expectTypeOf<{ subscriberId: number }>().not.toExtend<Props>()

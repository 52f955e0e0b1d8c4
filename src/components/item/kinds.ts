import type { ReactNode } from 'react'
import type { InboxNotification } from '../../contract/inboxNotification.ts'

/** A notification whose payload (2.4) has a known type. The type is the host's word, unless the kind brings a schema. */
export type NotificationOf<Payload> = Omit<InboxNotification, 'payload'> & {
  /** What the event was triggered with. */
  payload: Payload
}

/** What the renderer of a kind gets. */
export interface KindProps<Payload> {
  /**
   * The notification of the row, as it is after every mark. Its `actor` (2.4) says what to draw in the avatar, and holds no
   * name: who did it is in the payload, if what triggers the workflow puts it there.
   */
  notification: NotificationOf<Payload>
}

/**
 * A component that draws what stands in the row of one kind of notification. The row itself (the article, its place and name,
 * its keys) is the list's. Inside it Avatar, NotificationTitle and the other pieces need no props, and NotificationBody is the
 * row as it is by default. It may be lazy: meanwhile the default shows.
 */
export type KindRenderer<Payload> = (props: KindProps<Payload>) => ReactNode

/** A schema of zod, Valibot, ArkType or another library that follows Standard Schema (standardschema.dev), version 1. */
export interface PayloadSchema<Payload> {
  /** What Standard Schema asks of a schema. */
  readonly '~standard': {
    readonly version: 1
    readonly validate: (value: unknown) => PayloadResult<Payload> | Promise<PayloadResult<Payload>>
  }
}

type PayloadResult<Payload> =
  | { readonly value: Payload; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string }[] }

/** A renderer whose payload is checked first. What does not match is drawn as it is by default, and told to `onError`. */
export interface CheckedKind<Payload> {
  /** It must answer at once: no asynchronous checks. */
  schema: PayloadSchema<Payload>
  /** Draws what stands in the row. It gets the payload as the schema gives it back. */
  component: KindRenderer<Payload>
}

/**
 * Renderers by workflow (`templateIdentifier` of 2.4), for payloads that are known by workflow:
 * `Kinds<{ 'comment-added': { author: string } }>`.
 */
export type Kinds<Payloads> = {
  readonly [Workflow in keyof Payloads]?: KindRenderer<Payloads[Workflow]> | CheckedKind<Payloads[Workflow]>
}

/** A checked renderer of whatever payload. */
export interface AnyCheckedKind {
  schema: PayloadSchema<unknown>
  component: KindRenderer<never>
}

/** A renderer of whatever payload, checked or not. */
export type AnyKind = KindRenderer<never> | AnyCheckedKind

// What no type has checked may be a text, which `in` throws at.
export const isChecked = (kind: AnyKind): kind is AnyCheckedKind => typeof kind === 'object' && 'schema' in kind

/** Renderers by workflow, of whatever payloads: what the `kinds` of an inbox takes. */
export type AnyKinds = Readonly<Record<string, AnyKind | undefined>>

/**
 * Renderers by workflow, with their payloads checked by TypeScript: an unknown workflow, or a renderer of another payload, is
 * an error. Call it outside your components, so that the renderers stay the same between renders.
 *
 * ```tsx
 * const kinds = defineKinds<{ 'comment-added': { author: string } }>({
 *   'comment-added': ({ notification }) => <NotificationTitle>{notification.payload.author} commented</NotificationTitle>,
 * })
 * <Inbox kinds={kinds} … />
 * ```
 */
export const defineKinds = <Payloads>(kinds: Kinds<Payloads>): Kinds<Payloads> => kinds

/** The renderer for a notification. Its workflow comes from the network: "constructor" is none. */
export const kindOf = (kinds: AnyKinds | undefined, { templateIdentifier }: InboxNotification): AnyKind | undefined =>
  kinds && typeof templateIdentifier === 'string' && Object.hasOwn(kinds, templateIdentifier)
    ? kinds[templateIdentifier]
    : undefined

import type { ReactNode } from 'react'
import type { InboxNotification } from '../../contract/inboxNotification.ts'

/** A notification whose payload has a known type. Only a kind with a schema checks it at runtime. */
export type NotificationOf<Payload> = Omit<InboxNotification, 'payload'> & {
  /** The payload that the workflow was triggered with. */
  payload: Payload
}

/** Props of the renderer of a kind. */
export interface KindProps<Payload> {
  /**
   * The notification of the row, with every mark applied. Its `actor` describes the avatar and has no name. To show a
   * name, put it into the payload where you trigger the workflow.
   */
  notification: NotificationOf<Payload>
}

/**
 * A component that renders the content of a row, for one kind of notification. The list renders the row itself (the
 * article, its position, name and keys). Inside, Avatar, NotificationTitle and the other parts need no props, and
 * NotificationBody is the default content. The component may be lazy: the default content shows until it is loaded.
 */
export type KindRenderer<Payload> = (props: KindProps<Payload>) => ReactNode

/**
 * A schema of zod, Valibot, ArkType or another library that follows Standard Schema (standardschema.dev), version 1.
 */
export interface PayloadSchema<Payload> {
  /** The interface of Standard Schema. */
  readonly '~standard': {
    /** Version of Standard Schema. */
    readonly version: 1
    /** Returns the checked payload, or the issues found. It must not return a promise. */
    readonly validate: (value: unknown) => PayloadResult<Payload> | Promise<PayloadResult<Payload>>
  }
}

export interface PayloadIssue {
  /** What is wrong, for developers. */
  readonly message: string
  /** The path to the invalid field: `['author', 'name']`. Undefined: the payload itself. */
  readonly path?: readonly (PropertyKey | PathSegment)[] | undefined
}

interface PathSegment {
  /** The key of the field. */
  readonly key: PropertyKey
}

interface ValidPayload<Payload> {
  /** The checked payload. */
  readonly value: Payload
  /** Undefined: the payload is valid. */
  readonly issues?: undefined
}

interface InvalidPayload {
  /** What is wrong with the payload. */
  readonly issues: readonly PayloadIssue[]
}

type PayloadResult<Payload> = ValidPayload<Payload> | InvalidPayload

/**
 * A renderer with a schema for its payload. A payload that does not match shows as the default content, and calls
 * `onError`.
 */
export interface CheckedKind<Payload> {
  /** Schema of the payload. Asynchronous checks are not supported. */
  schema: PayloadSchema<Payload>
  /** Renders the content of the row. Its payload is the output of the schema. */
  component: KindRenderer<Payload>
}

/**
 * Renderers by workflow (`templateIdentifier`), with their payload types: `Kinds<{ 'comment-added': { author: string }
 * }>`.
 */
export type Kinds<Payloads> = {
  readonly [Workflow in keyof Payloads]?: KindRenderer<Payloads[Workflow]> | CheckedKind<Payloads[Workflow]>
} & {
  /** Renders the notifications of all other workflows. */
  readonly '*'?: KindRenderer<InboxNotification['payload']> | undefined
}

/** A renderer with a schema, for any payload. */
export interface AnyCheckedKind {
  /** Schema of the payload. */
  schema: PayloadSchema<unknown>
  /** Renders the content of the row. */
  component: KindRenderer<never>
}

/** A renderer for any payload, with or without a schema. */
export type AnyKind = KindRenderer<never> | AnyCheckedKind

/** Whether a renderer has a schema. In JavaScript it may be a string, on which `in` throws. */
export const isChecked = (kind: AnyKind): kind is AnyCheckedKind => typeof kind === 'object' && 'schema' in kind

/** Renderers by workflow, for any payloads: the type of the `kinds` prop. */
export type AnyKinds = Readonly<Record<string, AnyKind | undefined>>

/**
 * Defines renderers by workflow. An unknown workflow, or a renderer of another payload, is a TypeScript error. Call it
 * outside your components, so that the renderers stay the same between renders.
 *
 * ```tsx
 * const kinds = defineKinds<{ 'comment-added': { author: string } }>({
 *   'comment-added': ({ notification }) => <NotificationTitle>{notification.payload.author} commented</NotificationTitle>,
 * })
 * <Inbox kinds={kinds} … />
 * ```
 */
export const defineKinds = <Payloads>(kinds: Kinds<Payloads>): Kinds<Payloads> => kinds

/**
 * The renderer for a notification: that of its workflow, else that of "*". The workflow comes from the network, and
 * could be "constructor" or another inherited name.
 */
export const kindOf = (kinds: AnyKinds | undefined, { templateIdentifier }: InboxNotification): AnyKind | undefined =>
  kinds && typeof templateIdentifier === 'string' && Object.hasOwn(kinds, templateIdentifier)
    ? kinds[templateIdentifier]
    : kinds?.['*']

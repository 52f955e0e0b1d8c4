import type { ReactNode } from 'react'
import { SetupError } from '../../client/errors/SetupError.ts'
import type { InboxNotification } from '../../contract/inboxNotification.ts'
import { memoizeByOwner } from '../../state/model/memoizeByOwner.ts'

/** A notification whose payload has a known type. Only a kind with a schema checks it at runtime. */
export type NotificationOf<Payload> = Omit<InboxNotification, 'payload'> & {
  /** The payload that the workflow was triggered with. */
  payload: Payload
}

/** Props of the renderer of a kind. Without a type argument, of a renderer for any kind, such as `'*'`. */
export interface KindProps<Payload = Record<string, unknown> | undefined> {
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

// Not an interface, which TypeScript doesn't accept for a type with any key.
type OtherKinds = {
  /** Renders the notifications of all other workflows. */
  readonly '*'?: KindRenderer<InboxNotification['payload']> | undefined
}

/** What `defineKinds` accepts: renderers by workflow (`templateIdentifier`), with a schema or without one. */
export type KindDefinitions<Payloads> = {
  readonly [Workflow in keyof Payloads]?: KindRenderer<Payloads[Workflow]> | CheckedKind<Payloads[Workflow]>
} & OtherKinds

/**
 * Renderers by workflow (`templateIdentifier`), with their payload types: `Kinds<{ 'comment-added': { author: string }
 * }>`.
 */
export type Kinds<Payloads> = {
  readonly [Workflow in keyof Payloads]?: KindRenderer<Payloads[Workflow]>
} & OtherKinds

/** A renderer for any payload. */
export type AnyKind = KindRenderer<never>

/** Renderers by workflow, for any payloads: the type of the `kinds` prop. */
export type AnyKinds = Readonly<Record<string, AnyKind | undefined>>

/** "author.name: Required". A production build leaves out the path. */
const describeIssue = ({ message, path }: PayloadIssue): string =>
  process.env.NODE_ENV !== 'production' && path?.length
    ? `${path.map((part) => String(typeof part === 'object' ? part.key : part)).join('.')}: ${message}`
    : message

/** Returns the notification with the payload that the schema returns. Throws the mismatch. */
const checkPayload = <Payload,>(
  schema: PayloadSchema<Payload>,
  notification: NotificationOf<unknown>,
): NotificationOf<Payload> => {
  const payload = `the payload of notification ${notification._id} ("${notification.templateIdentifier}")`
  const result = schema['~standard'].validate(notification.payload)
  if (result instanceof Promise)
    throw new SetupError('TIDINGS_212', 'kinds', {
      what: `${payload} can't be validated.`,
      why: 'The schema is asynchronous.',
      cure: process.env.NODE_ENV !== 'production' ? 'Use a schema without asynchronous checks.' : undefined,
    })
  if (result.issues)
    throw new SetupError('TIDINGS_211', 'kinds', {
      what: `${payload} does not match the schema of its kind.`,
      why: `${result.issues.map(describeIssue).join('; ')}.`,
      cure:
        process.env.NODE_ENV !== 'production'
          ? 'Correct the payload where the workflow is triggered, or change the schema.'
          : undefined,
    })
  return { ...notification, payload: result.value }
}

/** With a schema, it throws a mismatch, so that the row shows its default content. */
const rendererOf = (kind: unknown): unknown => {
  // In JavaScript it may be a string, on which `in` throws. A component may also be an object, such as a lazy one.
  if (typeof kind !== 'object' || kind === null || !('schema' in kind)) return kind
  const { schema, component: Component } = kind as CheckedKind<unknown>
  // Not `useMemo`: without hooks, `defineKinds` can also be called on a server.
  const checked = memoizeByOwner((notification: NotificationOf<unknown>) => checkPayload(schema, notification))
  return ({ notification }: KindProps<unknown>) => <Component notification={checked(notification)} />
}

/**
 * Defines renderers by workflow. An unknown workflow, or a renderer of another payload, is a TypeScript error. Call it
 * outside your components, so that the renderers stay the same between renders.
 *
 * ```tsx
 * const kinds = defineKinds<{ 'comment-added': { author: string } }>({
 *   'comment-added': ({ notification: { payload } }) => (
 *     <NotificationTitle>{payload.author} commented</NotificationTitle>
 *   ),
 * })
 * <Inbox kinds={kinds} … />
 * ```
 */
export const defineKinds = <Payloads,>(kinds: KindDefinitions<Payloads>): Kinds<Payloads> =>
  Object.fromEntries(Object.entries(kinds).map(([workflow, kind]) => [workflow, rendererOf(kind)])) as Kinds<Payloads>

/**
 * The renderer for a notification: that of its workflow, else that of "*". The workflow comes from the network, and
 * could be "constructor" or another inherited name.
 */
export const kindOf = (kinds: AnyKinds | undefined, { templateIdentifier }: InboxNotification): AnyKind | undefined =>
  (kinds && typeof templateIdentifier === 'string' && Object.hasOwn(kinds, templateIdentifier)
    ? kinds[templateIdentifier]
    : undefined) ??
  kinds?.['*'] ??
  undefined

'use client'
import { isValidElement, memo, Suspense, useCallback, useEffect, useMemo } from 'react'
import { SetupError } from '../../client/errors/SetupError.ts'
import { toError } from '../../client/errors/TidingsError.ts'
import type { InboxNotification } from '../../contract/inboxNotification.ts'
import { ErrorBoundary } from '../base/ErrorBoundary.tsx'
import { isChecked, type AnyCheckedKind, type AnyKind, type NotificationOf, type PayloadIssue } from './kinds.ts'
import { NotificationBody } from './NotificationBody.tsx'
import { type RenderItem, RenderedItem, useNotification } from './useItem.ts'

/** Called with the error of a renderer that threw, or of a payload that does not match the schema of its kind. */
export type OnKindError = (error: Error, notification: InboxNotification) => void

/** "author.name: Required". A production build leaves out the path. */
const describeIssue = ({ message, path }: PayloadIssue): string =>
  process.env.NODE_ENV !== 'production' && path?.length
    ? `${path.map((part) => String(typeof part === 'object' ? part.key : part)).join('.')}: ${message}`
    : message

/** Returns the notification with the payload that the schema returns, or the mismatch as an error. */
const checkPayload = ({ schema }: AnyCheckedKind, notification: InboxNotification) => {
  const payload = `the payload of notification ${notification._id} ("${notification.templateIdentifier}")`
  const result = schema['~standard'].validate(notification.payload)
  if (result instanceof Promise)
    throw new SetupError('TIDINGS_212', 'kinds', {
      what: `${payload} can't be validated.`,
      why: 'The schema is asynchronous.',
      cure: process.env.NODE_ENV !== 'production' ? 'Use a schema without asynchronous checks.' : undefined,
    })
  if (!result.issues) return { notification: { ...notification, payload: result.value } }
  const mismatch = new SetupError('TIDINGS_211', 'kinds', {
    what: `${payload} does not match the schema of its kind.`,
    why: `${result.issues.map(describeIssue).join('; ')}.`,
    cure:
      process.env.NODE_ENV !== 'production'
        ? 'Correct the payload where the workflow is triggered, or change the schema.'
        : undefined,
  })
  return { mismatch }
}

interface CheckedProps {
  kind: AnyCheckedKind
  onError: (error: unknown) => void
}

const Checked = ({ kind, onError }: CheckedProps) => {
  const around = useNotification()
  const { notification, mismatch } = useMemo(() => checkPayload(kind, around), [kind, around])
  useEffect(() => {
    if (mismatch) onError(mismatch)
  }, [mismatch, onError])
  if (!notification) return standard
  return <kind.component notification={notification as NotificationOf<never>} />
}

/** Rejects a string or an element, since React renders a string as an element of that name. */
const NoComponent = (): never => {
  const { templateIdentifier } = useNotification()
  throw new SetupError('TIDINGS_220', 'kinds', {
    what: `the renderer of "${templateIdentifier}" is not a component.`,
    cure: process.env.NODE_ENV !== 'production' ? 'Pass a function that returns the content of the row.' : undefined,
  })
}

const standard = <NotificationBody />

export interface KindBodyProps {
  /** The renderer of the notification's workflow. */
  kind: AnyKind | undefined
  /** Renders the content without such a renderer. */
  renderItem: RenderItem | undefined
  /** Called when the renderer throws or the payload does not match. The row then shows its default content. */
  onError: OnKindError | undefined
}

/** The content of a row with a custom renderer. */
export const KindBody = memo(function KindBody({ kind: Kind, renderItem, onError }: KindBodyProps) {
  const notification = useNotification()
  const report = useCallback((error: unknown) => onError?.(toError(error), notification), [onError, notification])
  return (
    // If the renderer throws on a server, React renders the fallback of Suspense there.
    <ErrorBoundary fallback={() => standard} onError={report}>
      <Suspense fallback={standard}>
        {Kind === undefined ? (
          renderItem && <RenderedItem render={renderItem} />
        ) : typeof Kind === 'string' || isValidElement(Kind) ? (
          <NoComponent />
        ) : isChecked(Kind) ? (
          <Checked kind={Kind} onError={report} />
        ) : (
          // Without a schema, the payload's type is the app's claim.
          <Kind notification={notification as NotificationOf<never>} />
        )}
      </Suspense>
    </ErrorBoundary>
  )
})

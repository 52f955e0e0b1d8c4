'use client'
import { memo, useCallback, useEffect, useMemo } from 'react'
import type { InboxNotification } from '../contract/inboxNotification.ts'
import { KindBoundary } from './KindBoundary.tsx'
import { isChecked, type AnyCheckedKind, type AnyKind, type NotificationOf } from './kinds.ts'
import { NotificationBody } from './NotificationBody.tsx'
import { useNotification } from './useItem.ts'

/** Told of a renderer that threw, or of a payload that does not match the schema of its kind. */
export type OnKindError = (error: Error, notification: InboxNotification) => void

/** The notification with its payload as the schema gives it back, or what is wrong with it. */
const checkPayload = ({ schema }: AnyCheckedKind, notification: InboxNotification) => {
  const what = `the payload of notification ${notification._id} ("${notification.templateIdentifier}")`
  const result = schema['~standard'].validate(notification.payload)
  if (result instanceof Promise)
    throw new TypeError(`tidings: ${what} can't be checked: its schema answers later. Use one without asynchronous checks.`)
  if (!result.issues) return { notification: { ...notification, payload: result.value } }
  const issues = result.issues.map(({ message }) => message).join('; ')
  return { mismatch: new TypeError(`tidings: ${what} does not match the schema of its kind, so that it is drawn as by default: ${issues}`) }
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

const standard = <NotificationBody />

export interface KindBodyProps {
  kind: AnyKind
  onError: OnKindError | undefined
}

/** What a row shows of a notification whose kind has a renderer of its own. */
export const KindBody = memo(function KindBody({ kind: Kind, onError }: KindBodyProps) {
  const notification = useNotification()
  const report = useCallback(
    (error: unknown) => onError?.(error instanceof Error ? error : new Error(String(error)), notification),
    [onError, notification],
  )
  return (
    <KindBoundary fallback={standard} onError={report}>
      {isChecked(Kind) ? (
        <Checked kind={Kind} onError={report} />
      ) : (
        // What the host says of the payload, TypeScript has to believe.
        <Kind notification={notification as NotificationOf<never>} />
      )}
    </KindBoundary>
  )
})

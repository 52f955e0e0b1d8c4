'use client'
import { isValidElement, memo, Suspense, useCallback } from 'react'
import { SetupError } from '../../client/errors/SetupError.ts'
import { toError } from '../../client/errors/TidingsError.ts'
import type { InboxNotification } from '../../contract/inboxNotification.ts'
import { ErrorBoundary } from '../base/ErrorBoundary.tsx'
import type { AnyKind, NotificationOf } from './kinds.tsx'
import { standardBody } from './NotificationBody.tsx'
import { type RenderItem, RenderedItem, useNotification } from './useItem.ts'

/** Called with the error of a renderer that threw, or of a payload that does not match the schema of its kind. */
export type OnKindError = (error: Error, notification: InboxNotification) => void

/**
 * Rejects what is no component, such as a string, which React renders as an element of that name, or a kind with a
 * schema that `defineKinds` has not made a renderer.
 */
const NoComponent = (): never => {
  const { templateIdentifier } = useNotification()
  throw new SetupError('TIDINGS_220', 'kinds', {
    what: `the renderer of "${templateIdentifier}" is not a component.`,
    cure:
      process.env.NODE_ENV !== 'production'
        ? 'Pass a function that returns the content of the row. A kind with a schema needs `defineKinds`.'
        : undefined,
  })
}

/** A component is a function, or an object that React has made, such as a lazy one. JavaScript may pass anything. */
const isComponent = (kind: unknown) =>
  typeof kind === 'function' ||
  (typeof kind === 'object' && kind !== null && '$$typeof' in kind && !isValidElement(kind))

export interface KindBodyProps {
  /** The renderer of the notification's workflow. */
  kind: AnyKind | undefined
  /** Renders the content without such a renderer. */
  renderItem: RenderItem | undefined
  /** Called when the renderer throws or the payload does not match. The row then shows its default content. */
  onError: OnKindError | undefined
}

export const KindBody = memo(function KindBody({ kind: Kind, renderItem, onError }: KindBodyProps) {
  const notification = useNotification()
  const report = useCallback((error: unknown) => onError?.(toError(error), notification), [onError, notification])
  return (
    // If the renderer throws on a server, React renders the fallback of Suspense there.
    <ErrorBoundary fallback={() => standardBody} onError={report}>
      <Suspense fallback={standardBody}>
        {Kind === undefined ? (
          renderItem && <RenderedItem render={renderItem} />
        ) : !isComponent(Kind) ? (
          <NoComponent />
        ) : (
          // Without a schema, the payload's type is the app's claim.
          <Kind notification={notification as NotificationOf<never>} />
        )}
      </Suspense>
    </ErrorBoundary>
  )
})

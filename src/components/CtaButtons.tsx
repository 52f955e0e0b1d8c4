'use client'
import { forwardRef, useEffect, useRef, type ComponentPropsWithoutRef, type KeyboardEvent } from 'react'
import type { MessageAction, MessageButton } from '../contract/cta.ts'
import type { InboxNotification } from '../contract/inboxNotification.ts'
import { useAnnounce } from './Announcer.tsx'
import { classNames } from './classNames.ts'
import { activeElementNear } from './focus.ts'
import { CheckIcon } from './icons.tsx'
import { useLabels } from './LanguageProvider.tsx'
import type { NotificationHandlers } from './NotificationBody.tsx'
import { NotificationLink } from './NotificationLink.tsx'
import { stateAttribute } from './stateAttribute.ts'
import { useCta, type OnAction } from './useCta.ts'
import { useForkedRef } from './useForkedRef.ts'
import { useBrowserLayoutEffect } from '../hooks/useLatest.ts'
import { safeUrl } from '../state/safeUrl.ts'

export interface CtaButtonsProps extends Omit<ComponentPropsWithoutRef<'div'>, 'children'> {
  notification: InboxNotification
  /**
   * Does what a button stands for. Without it, the buttons are links to where the notification leads; where it leads
   * nowhere, only results are shown, since a button that does nothing would be a lie.
   */
  onAction?: OnAction | undefined
  /** A button that is a link was followed. */
  onOpen?: NotificationHandlers['onOpen']
}

const hasFocus = (element: Element | null) => element?.contains(activeElementNear(element)) ?? false

/** A key that is held down presses once: where an action fails at once, it would be tried again and again. */
const ignoreRepeat = (event: KeyboardEvent) => {
  if (event.repeat && event.key === 'Enter') event.preventDefault()
}

/** The button whose use the service reports: the first of the result's type, else the only one. */
const usedButton = ({ status, buttons = [], result }: MessageAction): MessageButton | undefined => {
  if (status !== 'done') return undefined
  const ofType = buttons.find(({ type }) => type === result?.type)
  return ofType ?? (buttons.length === 1 ? buttons[0] : undefined)
}

/**
 * The buttons of a call to action (2.5), and in their place the result once one was used, here or elsewhere. State:
 * `data-phase` "pending", "done" or "failed"; on a button `data-type` "primary" or "secondary", and `data-pending`.
 */
export const CtaButtons = forwardRef<HTMLDivElement, CtaButtonsProps>(function CtaButtons(
  { notification, onAction, onOpen, className, ...rest },
  forwardedRef,
) {
  const labels = useLabels()
  const announce = useAnnounce()
  const { state, use } = useCta(notification, onAction)
  const ref = useRef<HTMLDivElement>(null)
  const forkedRef = useForkedRef(ref, forwardedRef)
  const result = useRef<HTMLParagraphElement>(null)
  const hadFocus = useRef(false)

  const { action } = notification.cta
  const buttons = action?.buttons ?? []
  const used = state?.phase === 'done' ? buttons[state.index] : action && usedButton(action)
  const isDone = state?.phase === 'done' || action?.status === 'done'
  const resultText = used?.resultContent ?? used?.content ?? labels.actionDone
  const phase = isDone ? 'done' : state?.phase
  const shownPhase = useRef(phase)

  // The button that was pressed gives way to its result, and would take the focus with it.
  useBrowserLayoutEffect(() => {
    if (phase === 'done' && hadFocus.current && result.current) {
      hadFocus.current = false
      result.current.focus()
    }
  }, [phase])

  useEffect(() => {
    if (shownPhase.current === phase) return
    shownPhase.current = phase
    if (phase === 'failed') announce(labels.actionFailed)
    // A result that has taken the focus is read for that reason already.
    if (phase === 'done' && !hasFocus(ref.current)) announce(resultText)
  }, [phase, announce, labels, resultText])

  const href = onAction ? undefined : safeUrl(notification.cta.data?.url)
  if (!isDone && (buttons.length === 0 || (!onAction && href === undefined))) return null
  return (
    <div
      {...rest}
      ref={forkedRef}
      className={classNames('tidings-cta', className)}
      data-phase={phase}
      onFocus={() => (hadFocus.current = true)}
      onBlur={() => (hadFocus.current = false)}
    >
      {isDone ? (
        <p ref={result} tabIndex={-1} className="tidings-cta-result">
          <CheckIcon />
          {resultText}
        </p>
      ) : (
        buttons.map((button, index) => {
          const isPending = phase === 'pending' && state?.index === index
          if (href !== undefined)
            return (
              <NotificationLink
                key={index}
                className="tidings-button"
                notification={notification}
                address={href}
                onOpen={onOpen}
                data-type={button.type}
              >
                {button.content}
              </NotificationLink>
            )
          return (
            <button
              // Buttons have no id, and their order is part of what they are.
              key={index}
              type="button"
              className="tidings-button"
              data-type={button.type}
              data-pending={stateAttribute(isPending)}
              aria-disabled={phase === 'pending' || undefined}
              onClick={() => use(button, index)}
              onKeyDown={ignoreRepeat}
            >
              {button.content}
            </button>
          )
        })
      )}
      {phase === 'pending' && <span className="tidings-cta-note">{labels.actionPending}</span>}
      {phase === 'failed' && (
        <p className="tidings-cta-note" data-failed="">
          {labels.actionFailed}
        </p>
      )}
    </div>
  )
})

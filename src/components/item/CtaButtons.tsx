'use client'
import { type ComponentPropsWithoutRef, forwardRef, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import type { InboxNotification } from '../../contract/inboxNotification.ts'
import { useHrefOf } from '../../hooks/provider/useHrefOf.ts'
import { useBrowserLayoutEffect } from '../../hooks/utils/useLatest.ts'
import { classNames } from '../base/classNames.ts'
import { CheckIcon } from '../base/panelIcons.tsx'
import { renderPart, type Replaceable } from '../base/renderPart.tsx'
import { stateAttributes } from '../base/stateAttributes.ts'
import { useAnnounce } from '../feedback/Announcer.tsx'
import { useLabels } from '../language/useLabels.ts'
import type { NotificationHandlers } from './handlers.ts'
import { NotificationAnchor } from './NotificationLink.tsx'
import { CtaMemoryProvider, type CtaOutcome, type OnAction, resultTextOf, useCta } from './useCta.ts'
import { useIsTabStop, useItemOr } from './useItem.ts'

/** `children` replace the text. */
export interface CtaResultProps extends ComponentPropsWithoutRef<'p'>, Replaceable {
  /** The notification. Default: that of the item around. */
  notification?: InboxNotification | undefined
}

/** The result of a call to action: the `resultContent` of the button that was used. Renders nothing before. */
export const CtaResult = forwardRef<HTMLParagraphElement, CtaResultProps>(function CtaResult(
  { notification, render, className, children, ...rest },
  ref,
) {
  const labels = useLabels()
  const { phase, used } = useCta(useItemOr({ notification }).notification, undefined)
  if (phase !== 'done') return null
  return renderPart(
    <p tabIndex={-1} {...rest} ref={ref} className={classNames('tidings-cta-result', className)}>
      <CheckIcon />
      {children ?? <span>{resultTextOf(used, labels)}</span>}
    </p>,
    render,
  )
})

/** State of CtaButtons: their `data-*` attributes, and the second argument of `render`. */
export type CtaButtonsState = Pick<CtaOutcome, 'phase'>

export interface CtaButtonsProps
  extends Omit<ComponentPropsWithoutRef<'div'>, 'children'>, Replaceable<CtaButtonsState> {
  /** The notification. Default: that of the item around. */
  notification?: InboxNotification | undefined
  /**
   * Performs the action of a button. Default: that of the item around. Without any, the buttons are links to the
   * notification's target. Without a target too, only results show, since the buttons would do nothing.
   */
  onAction?: OnAction | undefined
  /** Called when the user follows a button that is a link. Default: that of the item around. */
  onOpen?: NotificationHandlers['onOpen']
  /**
   * Replaces the buttons once one was used. Default: CtaResult. Pass `null` if you render a CtaResult elsewhere in the
   * item.
   */
  result?: ReactNode
}

/** Makes Enter, held down, press once. Otherwise an action that fails at once would be repeated. */
const ignoreRepeat = (event: KeyboardEvent) => {
  if (event.repeat && event.key === 'Enter') event.preventDefault()
}

const Buttons = forwardRef<HTMLDivElement, CtaButtonsProps>(function Buttons(
  {
    render,
    className,
    result,
    onFocus,
    onBlur,
    notification: given,
    onAction: givenOnAction,
    onOpen: givenOnOpen,
    ...rest
  },
  ref,
) {
  const labels = useLabels()
  const announce = useAnnounce()
  const { notification, onAction, onOpen } = useItemOr({
    notification: given,
    onAction: givenOnAction,
    onOpen: givenOnOpen,
  })
  const { phase, used, index: usedIndex, use, memory } = useCta(notification, onAction)
  /** The row, or the buttons' container outside a row, while a button has the focus. */
  const focusedIn = useRef<HTMLElement | null>(null)
  const shownPhase = useRef(phase)
  const resultText = resultTextOf(used, labels)

  useBrowserLayoutEffect(() => {
    if (phase !== 'done') return
    // The result replaces the pressed button. Its row takes the focus: in Chromium, Orca does not read a focused
    // result.
    const around = focusedIn.current
    // A container can't take the focus, but the result in it can.
    const next = around?.hasAttribute('tabindex') ? around : around?.querySelector<HTMLElement>('.tidings-cta-result')
    next?.focus({ preventScroll: true })
  }, [phase])

  useEffect(() => {
    if (shownPhase.current === phase) return
    shownPhase.current = phase
    if (phase === 'failed') announce(labels.actionFailed)
    // With a period, so that a test of an app finds only the visible result by its text.
    if (phase === 'done') announce(`${resultText}.`)
  }, [phase, announce, labels, resultText])

  const buttons = notification.cta.action?.buttons ?? []
  const hrefOf = useHrefOf()
  const href = onAction ? undefined : hrefOf(notification.cta.data?.url)
  const isDone = phase === 'done'
  const tabIndex = useIsTabStop() ? undefined : -1
  if (isDone ? result === null : buttons.length === 0 || (!onAction && href === undefined)) return null
  const state = { phase }
  return renderPart(
    <div
      {...rest}
      {...stateAttributes(state)}
      ref={ref}
      className={classNames('tidings-cta', className)}
      onFocus={(event) => {
        onFocus?.(event)
        focusedIn.current = event.currentTarget.closest<HTMLElement>('.tidings-item') ?? event.currentTarget
      }}
      onBlur={(event) => {
        onBlur?.(event)
        focusedIn.current = null
      }}
    >
      {isDone && (
        <CtaMemoryProvider value={memory}>{result ?? <CtaResult notification={notification} />}</CtaMemoryProvider>
      )}
      {!isDone &&
        buttons.map((button, index) => {
          const isPending = phase === 'pending' && usedIndex === index
          if (href !== undefined)
            return (
              <NotificationAnchor
                key={index}
                className="tidings-button"
                tabIndex={tabIndex}
                notification={notification}
                address={href}
                onOpen={onOpen}
                data-type={button.type}
              >
                {button.content}
              </NotificationAnchor>
            )
          return (
            <button
              // Buttons have no id, and actions refer to them by index.
              key={index}
              type="button"
              className="tidings-button"
              tabIndex={tabIndex}
              {...stateAttributes({ type: button.type, pending: isPending })}
              aria-disabled={phase === 'pending' || undefined}
              onClick={() => use(button, index)}
              onKeyDown={ignoreRepeat}
            >
              {button.content}
            </button>
          )
        })}
      {phase === 'pending' && <span className="tidings-cta-note">{labels.actionPending}</span>}
      {phase === 'failed' && (
        <p className="tidings-cta-note" data-failed="">
          {labels.actionFailed}
        </p>
      )}
    </div>,
    render,
    state,
  )
})

/**
 * The buttons of a call to action, replaced by the result once one was used, here or on another device. State:
 * `data-phase` "pending", "done" or "failed"; on a button `data-type` "primary" or "secondary", and `data-pending`.
 */
export const CtaButtons = forwardRef<HTMLDivElement, CtaButtonsProps>(function CtaButtons(props, ref) {
  const { action } = useItemOr(props).notification.cta
  // Most rows have no buttons, and need no effects.
  return action?.buttons?.length || action?.status === 'done' ? <Buttons {...props} ref={ref} /> : null
})

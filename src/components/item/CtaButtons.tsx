'use client'
import { type ComponentPropsWithoutRef, forwardRef, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { safeUrl } from '../../content/safeUrl.ts'
import type { InboxNotification } from '../../contract/inboxNotification.ts'
import { useBrowserLayoutEffect } from '../../hooks/utils/useLatest.ts'
import { CheckIcon } from '../base/panelIcons.tsx'
import { classNames, renderPart, type Replaceable } from '../base/renderPart.tsx'
import { stateAttributes } from '../base/stateAttributes.ts'
import { useAnnounce } from '../feedback/Announcer.tsx'
import { useLabels } from '../language/LanguageProvider.tsx'
import type { NotificationHandlers } from './handlers.ts'
import { NotificationAnchor } from './NotificationLink.tsx'
import { CtaMemoryProvider, type CtaOutcome, type OnAction, resultTextOf, useCta } from './useCta.ts'
import { useItemOr } from './useItem.ts'

/** `children` replace the words. */
export interface CtaResultProps extends ComponentPropsWithoutRef<'p'>, Replaceable {
  /** Default: the one of the item around. */
  notification?: InboxNotification | undefined
}

/**
 * What came of a call to action: the `resultContent` of the button that was used (2.5). Draws nothing before that. It takes
 * the focus of the button that it follows.
 */
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
      {children ?? resultTextOf(used, labels)}
    </p>,
    render,
    {},
  )
})

/** What CtaButtons say by their `data-*`, and to `render`. */
export type CtaButtonsState = Pick<CtaOutcome, 'phase'>

export interface CtaButtonsProps
  extends Omit<ComponentPropsWithoutRef<'div'>, 'children'>, Replaceable<CtaButtonsState> {
  /** Default: the one of the item around. */
  notification?: InboxNotification | undefined
  /**
   * Does what a button stands for. Default: that of the item around. Without any, the buttons are links to where the
   * notification leads; where it leads nowhere, only results are shown, since a button that does nothing would be a lie.
   */
  onAction?: OnAction | undefined
  /** A button that is a link was followed. Default: that of the item around. */
  onOpen?: NotificationHandlers['onOpen']
  /** What takes the buttons' place once one was used. Default: CtaResult. `null`, where one stands elsewhere in the item. */
  result?: ReactNode
}

/** A key that is held down presses once: where an action fails at once, it would be tried again and again. */
const ignoreRepeat = (event: KeyboardEvent) => {
  if (event.repeat && event.key === 'Enter') event.preventDefault()
}

/**
 * The buttons of a call to action (2.5), and in their place the result once one was used, here or elsewhere. State:
 * `data-phase` "pending", "done" or "failed"; on a button `data-type` "primary" or "secondary", and `data-pending`.
 */
export const CtaButtons = forwardRef<HTMLDivElement, CtaButtonsProps>(function CtaButtons(
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
  /** Where the result will stand, while the focus is on a button. */
  const focusedIn = useRef<Element | null>(null)
  const resultHasFocus = useRef(false)
  const shownPhase = useRef(phase)
  const resultText = resultTextOf(used, labels)

  useBrowserLayoutEffect(() => {
    if (phase !== 'done') return
    // The button that was pressed gives way to its result, and would take the focus with it.
    const resultElement = focusedIn.current?.querySelector<HTMLElement>('.tidings-cta-result') ?? null
    resultElement?.focus()
    resultHasFocus.current = resultElement !== null
  }, [phase])

  useEffect(() => {
    if (shownPhase.current === phase) return
    shownPhase.current = phase
    if (phase === 'failed') announce(labels.actionFailed)
    // A result that has taken the focus is read for that reason already.
    if (phase === 'done' && !resultHasFocus.current) announce(resultText)
  }, [phase, announce, labels, resultText])

  const buttons = notification.cta.action?.buttons ?? []
  const href = onAction ? undefined : safeUrl(notification.cta.data?.url)
  const isDone = phase === 'done'
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
        focusedIn.current = event.currentTarget.closest('.tidings-item') ?? event.currentTarget
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
              // Buttons have no id, and their order is part of what they are.
              key={index}
              type="button"
              className="tidings-button"
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

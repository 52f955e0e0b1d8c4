'use client'
import { type ComponentPropsWithoutRef, type ForwardedRef, forwardRef, type MouseEvent, type ReactNode } from 'react'
import { linkTarget, safeUrl } from '../../content/safeUrl.ts'
import type { InboxNotification } from '../../contract/inboxNotification.ts'
import { classNames } from '../base/classNames.ts'
import { renderPart, type Replaceable } from '../base/renderPart.tsx'
import type { NotificationHandlers } from './handlers.ts'
import { type Item, useItem } from './useItem.ts'

interface NotificationAnchorProps extends Omit<ComponentPropsWithoutRef<'a'>, 'href'>, Replaceable {
  notification: InboxNotification
  address: string
  onOpen: NotificationHandlers['onOpen']
}

const middleButton = 1

/** Whether the reader has selected text that starts or ends in an element. */
export const hasSelection = (element: Element): boolean => {
  const selection = getSelection()
  return (
    selection?.isCollapsed === false &&
    (element.contains(selection.anchorNode) || element.contains(selection.focusNode))
  )
}

const anchorElement = (
  { notification, address, onOpen, render, onClick, onAuxClick, children, ...rest }: NotificationAnchorProps,
  ref: ForwardedRef<HTMLAnchorElement>,
) =>
  renderPart(
    <a
      {...rest}
      {...linkTarget(address)}
      ref={ref}
      onClick={(event: MouseEvent<HTMLAnchorElement>) => {
        // The click that ends a selection by mouse has a `detail`. One by key has none.
        if (event.detail > 0 && hasSelection(event.currentTarget)) {
          event.preventDefault()
          return
        }
        onClick?.(event)
        onOpen?.(notification, event)
      }}
      onAuxClick={(event: MouseEvent<HTMLAnchorElement>) => {
        onAuxClick?.(event)
        if (event.button === middleButton) onOpen?.(notification, event)
      }}
    >
      {children}
    </a>,
    render,
  )

/** A link to a notification's target. Following it, in this tab or a new one, calls `onOpen`. */
export const NotificationAnchor = forwardRef(anchorElement)

/** `children` are the link's text. If the text is elsewhere, pass `aria-labelledby` instead. */
export interface NotificationLinkProps extends Omit<ComponentPropsWithoutRef<'a'>, 'href'>, Replaceable {}

/** The URL of a notification's target, if it is safe. */
export const addressOf = ({ cta }: InboxNotification): string | undefined => safeUrl(cta.data?.url)

/** The link of an item, or only its text. */
export const linkElement = (
  { notification, onOpen, isTabStop }: Item,
  { className, children, ...rest }: NotificationLinkProps,
  ref: ForwardedRef<HTMLAnchorElement> = null,
): ReactNode => {
  const address = addressOf(notification)
  if (address === undefined) return children
  return anchorElement(
    {
      tabIndex: isTabStop ? undefined : -1,
      // Dragging over the title selects it.
      draggable: false,
      ...rest,
      className: classNames('tidings-item-link', className),
      notification,
      address,
      onOpen,
      children,
    },
    ref,
  )
}

/**
 * The link of a row to the notification's target. The style sheet spreads it over the row. Without a safe target it
 * renders only its `children`. NotificationTitle contains one.
 */
export const NotificationLink = /* @__PURE__ */ forwardRef<HTMLAnchorElement, NotificationLinkProps>(
  function NotificationLink(props, ref) {
    return linkElement(useItem(), props, ref)
  },
)

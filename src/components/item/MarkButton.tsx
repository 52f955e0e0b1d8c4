'use client'
import { forwardRef, type ComponentPropsWithoutRef, type ForwardedRef, type ReactElement } from 'react'
import { CheckIcon, UnreadIcon } from '../base/panelIcons.tsx'
import { classNames, renderPart, type Replaceable } from '../base/renderPart.tsx'
import { stateAttributes } from '../base/stateAttributes.ts'
import type { InboxLabels } from '../language/labels.ts'
import { useLabels } from '../language/LanguageProvider.tsx'
import { type Item, useIsActive, useItem } from './useItem.ts'

/** State of a MarkButton: its `data-*` attributes, and the second argument of `render`. */
export type MarkButtonState = {
  /** Whether the notification is unread. */
  unread: boolean
}

/** `children` replace the icon. */
export interface MarkButtonProps extends ComponentPropsWithoutRef<'button'>, Replaceable<MarkButtonState> {}

/** The button of an item. Null if the item has no `onMark`. */
export const markElement = (
  { notification, id, onMark, isTabStop }: Item,
  labels: InboxLabels,
  { render, className, children, onClick, ...rest }: MarkButtonProps = {},
  ref: ForwardedRef<HTMLButtonElement> = null,
): ReactElement | null => {
  if (!onMark) return null
  const { read } = notification
  const label = read ? labels.markAsUnread : labels.markAsRead
  const state = { unread: !read }
  return renderPart(
    <button
      type="button"
      aria-label={label}
      aria-describedby={`${id}-title`}
      title={label}
      tabIndex={isTabStop ? undefined : -1}
      {...rest}
      {...stateAttributes(state)}
      ref={ref}
      className={classNames('tidings-mark', className)}
      onClick={(event) => {
        onClick?.(event)
        onMark(notification, read ? 'unread' : 'read')
      }}
    >
      {children ?? (read ? <UnreadIcon /> : <CheckIcon />)}
    </button>,
    render,
    state,
  )
}

/**
 * "Mark as read" or "Mark as unread". Renders nothing if the item has no `onMark`, and in a list while the reader
 * neither points at the row nor can reach it by Tab. Under a coarse pointer it always renders. State: `data-unread`.
 */
export const MarkButton = forwardRef<HTMLButtonElement, MarkButtonProps>(function MarkButton(props, ref) {
  const labels = useLabels()
  const item = useItem()
  return useIsActive() ? markElement(item, labels, props, ref) : null
})

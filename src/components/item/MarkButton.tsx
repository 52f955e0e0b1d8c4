'use client'
import { forwardRef, type ComponentPropsWithoutRef } from 'react'
import { CheckIcon, UnreadIcon } from '../base/panelIcons.tsx'
import { classNames, renderPart, type Replaceable } from '../base/renderPart.tsx'
import { stateAttributes } from '../base/stateAttributes.ts'
import { useLabels } from '../language/LanguageProvider.tsx'
import { useItem } from './useItem.ts'

/** State of a MarkButton: its `data-*` attributes, and the second argument of `render`. */
export type MarkButtonState = {
  /** Whether the notification is unread. */
  unread: boolean
}

/** `children` replace the icon. */
export interface MarkButtonProps extends ComponentPropsWithoutRef<'button'>, Replaceable<MarkButtonState> {}

/** "Mark as read" or "Mark as unread". Renders nothing if the item has no `onMark`. State: `data-unread`. */
export const MarkButton = forwardRef<HTMLButtonElement, MarkButtonProps>(function MarkButton(
  { render, className, children, onClick, ...rest },
  ref,
) {
  const labels = useLabels()
  const { notification, id, onMark } = useItem()
  const { read } = notification
  if (!onMark) return null
  const label = read ? labels.markAsUnread : labels.markAsRead
  const state = { unread: !read }
  return renderPart(
    <button
      type="button"
      aria-label={label}
      aria-describedby={`${id}-title`}
      title={label}
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
})

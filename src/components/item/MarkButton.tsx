'use client'
import { forwardRef, type ComponentPropsWithoutRef, type ForwardedRef, type ReactElement } from 'react'
import { classNames } from '../base/classNames.ts'
import { MarkIcon } from '../base/panelIcons.tsx'
import { renderPart, type Replaceable } from '../base/renderPart.tsx'
import type { InboxLabels } from '../language/labels.ts'
import { useLabels } from '../language/useLabels.ts'
import { type Item, useIsActive, useItem } from './useItem.ts'

/** `children` replace the icon. */
export interface MarkButtonProps extends ComponentPropsWithoutRef<'button'>, Replaceable {}

const drawing = <MarkIcon />

/** The button of an item. Null if the item has no `onMark`. */
export const markElement = (
  { notification, id, onMark, isTabStop }: Item,
  labels: InboxLabels,
  { render, className, children, onClick, ...rest }: MarkButtonProps = {},
  ref: ForwardedRef<HTMLButtonElement> = null,
): ReactElement | null => {
  if (!onMark) return null
  const { read } = notification
  return renderPart(
    <button
      type="button"
      aria-label={read ? labels.markAsUnread : labels.markAsRead}
      // Not the same text, so that a mark changes one attribute.
      title={labels.toggleRead}
      aria-describedby={`${id}-title`}
      tabIndex={isTabStop ? undefined : -1}
      {...rest}
      ref={ref}
      className={classNames('tidings-mark', className)}
      onClick={(event) => {
        onClick?.(event)
        onMark(notification, read ? 'unread' : 'read')
      }}
    >
      {children ?? drawing}
    </button>,
    render,
  )
}

/**
 * "Mark as read" or "Mark as unread". Renders nothing if the item has no `onMark`, and in a list while the reader
 * does not point at the row and Tab never reached it. Under a coarse pointer it always renders.
 */
export const MarkButton = /* @__PURE__ */ forwardRef<HTMLButtonElement, MarkButtonProps>(
  function MarkButton(props, ref) {
    const labels = useLabels()
    const item = useItem()
    return useIsActive() ? markElement(item, labels, props, ref) : null
  },
)

'use client'
import { type ComponentPropsWithoutRef, forwardRef, type ReactElement } from 'react'
import type { InboxNotification } from '../../contract/inboxNotification.ts'
import { classNames } from '../base/classNames.ts'
import { MarkIcon } from '../base/panelIcons.tsx'
import { renderPart, type Replaceable } from '../base/renderPart.tsx'
import type { Shortcut } from '../base/shortcuts.ts'
import type { InboxLabels } from '../language/labels.ts'
import { useLabels } from '../language/useLabels.ts'
import type { NotificationHandlers } from './handlers.ts'
import { useIsTabStop, useItem } from './useItem.ts'

/** What the reader can do with a row: by a button, and by a key while the row has the focus. */
export interface RowAction {
  /** Its key, whose label is the tooltip. Not that of the button, so that a mark changes one attribute. */
  shortcut: Shortcut
  icon: ReactElement
  className: string
  label: (labels: InboxLabels, notification: InboxNotification) => string
  /** Undefined without a handler: there is no button then. */
  prepare: (handlers: NotificationHandlers, notification: InboxNotification) => (() => void) | undefined
}

export const toggleRead: RowAction = {
  shortcut: 'toggleRead',
  icon: <MarkIcon />,
  className: 'tidings-mark',
  label: (labels, { read }) => (read ? labels.markAsUnread : labels.markAsRead),
  prepare: ({ onMark }, notification) => onMark && (() => onMark(notification, notification.read ? 'unread' : 'read')),
}

/** All of them, for the keys. */
export const rowActions: readonly RowAction[] = [toggleRead]

/** `children` replace the icon. */
export interface MarkButtonProps extends ComponentPropsWithoutRef<'button'>, Replaceable {}

const buttonOf = ({ shortcut, icon, label, prepare, ...action }: RowAction) =>
  forwardRef<HTMLButtonElement, MarkButtonProps>(function RowButton(
    { render, className, children = icon, onClick, ...rest },
    ref,
  ) {
    const labels = useLabels()
    const { notification, id, handlers } = useItem()
    const isTabStop = useIsTabStop()
    const act = prepare(handlers, notification)
    if (!act) return null
    return renderPart(
      <button
        type="button"
        aria-label={label(labels, notification)}
        title={labels[shortcut]}
        aria-describedby={`${id}-title`}
        tabIndex={isTabStop ? undefined : -1}
        {...rest}
        ref={ref}
        className={classNames(action.className, className)}
        onClick={(event) => {
          onClick?.(event)
          act()
        }}
      >
        {children}
      </button>,
      render,
    )
  })

/**
 * "Mark as read" or "Mark as unread". Renders nothing if the item has no `onMark`. The style sheet shows it while the
 * reader points at the row or has the focus in it, and always for touch.
 */
export const MarkButton = /* @__PURE__ */ buttonOf(toggleRead)

/** The buttons of a row, without a component around them. */
export const rowButtons: ReactElement = <MarkButton />

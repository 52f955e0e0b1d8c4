'use client'
import { type ComponentPropsWithoutRef, type ComponentPropsWithRef, forwardRef, type ReactElement } from 'react'
import type { InboxNotification } from '../../contract/inboxNotification.ts'
import { classNames } from '../base/classNames.ts'
import { ArchiveIcon, ClockIcon, InboxIcon, MarkIcon, MoreIcon } from '../base/panelIcons.tsx'
import { renderPart, type Replaceable } from '../base/renderPart.tsx'
import type { Shortcut } from '../base/shortcuts.ts'
import type { InboxLabels } from '../language/labels.ts'
import { useLabels } from '../language/useLabels.ts'
import type { NotificationHandlers } from './handlers.ts'
import { type OpenRowMenu, type RowMenuStore, useRowMenuAround } from './rowMenuContext.ts'
import { useIsTabStop, useItem } from './useItem.ts'

/** Elements, so that a button that renders again does not render its icon. */
const icons = {
  mark: <MarkIcon />,
  archive: <ArchiveIcon />,
  inbox: <InboxIcon />,
  clock: <ClockIcon />,
  more: <MoreIcon />,
}

/** What the user can do with a row: by a button, and by a key while the row has the focus. */
export interface RowAction {
  /** Its key. */
  shortcut?: Shortcut
  /** The tooltip of its button, and for screen readers its description. Default: the label. */
  tooltip?: (labels: InboxLabels) => string
  icon: (notification: InboxNotification) => ReactElement | undefined
  /** The `data-action` of its button. Only "mark", the first one that there was, has none. */
  name?: 'archive' | 'snooze' | 'more'
  label: (labels: InboxLabels, notification: InboxNotification) => string
  /** Whether it opens a menu. */
  isMenu?: boolean
  /**
   * Undefined without a handler: there is no button then.
   * @param menu the menu of the list. Without one there is nothing that opens it.
   * @returns takes the button, or for a key the row.
   */
  prepare: (
    handlers: NotificationHandlers,
    notification: InboxNotification,
    menu?: RowMenuStore,
  ) => ((from: HTMLElement) => void) | undefined
}

const openMenu = (menu: RowMenuStore, opened: OpenRowMenu) =>
  // The second press of the button closes it.
  menu.setState(menu.getState()?.from === opened.from ? undefined : opened)

/** An archived notification has no time at which it could return to the inbox. */
export const canSnooze = ({ onSnooze }: NotificationHandlers, { archived }: InboxNotification): boolean =>
  onSnooze !== undefined && archived !== true

export const toggleRead: RowAction = {
  shortcut: 'toggleRead',
  // Not the label, so that a mark changes one attribute.
  tooltip: ({ toggleRead: words }) => words,
  icon: () => icons.mark,
  label: (labels, { read }) => (read ? labels.markAsUnread : labels.markAsRead),
  prepare: ({ onMark }, notification) => onMark && (() => onMark(notification, notification.read ? 'unread' : 'read')),
}

export const archive: RowAction = {
  shortcut: 'archive',
  icon: ({ archived }) => (archived ? icons.inbox : icons.archive),
  name: 'archive',
  label: (labels, { archived }) => (archived ? labels.moveToInbox : labels.archive),
  prepare: ({ onArchive }, notification) => onArchive && (() => onArchive(notification)),
}

export const snooze: RowAction = {
  shortcut: 'snooze',
  icon: () => icons.clock,
  name: 'snooze',
  label: (labels, { snoozedUntil }) => (snoozedUntil ? labels.returnNow : labels.snooze),
  isMenu: true,
  prepare: (handlers, notification, menu) => {
    if (notification.snoozedUntil) return handlers.onSnooze && (() => handlers.onSnooze?.(notification, null))
    if (!menu || !canSnooze(handlers, notification)) return undefined
    return (from) => openMenu(menu, { kind: 'snooze', notification, handlers, from })
  },
}

export const remove: RowAction = {
  shortcut: 'delete',
  icon: () => undefined,
  label: (labels) => labels.delete,
  prepare: ({ onDelete }, notification) => onDelete && (() => onDelete(notification)),
}

const more: RowAction = {
  icon: () => icons.more,
  name: 'more',
  label: (labels) => labels.moreActions,
  isMenu: true,
  prepare: (handlers, notification, menu) =>
    menu && (handlers.onDelete || canSnooze(handlers, notification))
      ? (from) => openMenu(menu, { kind: 'more', notification, handlers, from })
      : undefined,
}

/** All of them, for the keys. */
export const rowActions: readonly RowAction[] = [toggleRead, archive, snooze, remove]

/** Props of MarkButton and the other buttons of a row. `children` replace the icon. */
export interface MarkButtonProps extends ComponentPropsWithoutRef<'button'>, Replaceable {}

/** What the buttons of a row take from the item around them. */
const useAround = () => ({
  ...useItem(),
  labels: useLabels(),
  menu: useRowMenuAround()?.menu,
  isTabStop: useIsTabStop(),
})

type GivenProps = ComponentPropsWithRef<'button'> & { 'data-place'?: number | undefined }

/** The element of a button, without a component of its own. Undefined if the item has no handler for it. */
const buttonFor = (
  action: RowAction,
  { notification, id, handlers, labels, menu, isTabStop }: ReturnType<typeof useAround>,
  { className, children, onClick, ...rest }: GivenProps,
) => {
  const act = action.prepare(handlers, notification, menu)
  if (!act) return undefined
  const name = action.label(labels, notification)
  return (
    <button
      key={action.name ?? 'mark'}
      type="button"
      // With the same title, screen readers would read it twice.
      aria-label={action.tooltip && name}
      title={action.tooltip?.(labels) ?? name}
      aria-describedby={`${id}-title`}
      aria-haspopup={action.isMenu && !(action === snooze && notification.snoozedUntil) ? 'menu' : undefined}
      data-action={action.name}
      tabIndex={isTabStop ? undefined : -1}
      {...rest}
      className={classNames('tidings-mark', className)}
      onClick={(event) => {
        onClick?.(event)
        act(event.currentTarget)
      }}
    >
      {children ?? action.icon(notification)}
    </button>
  )
}

const buttonOf = (action: RowAction) =>
  forwardRef<HTMLButtonElement, MarkButtonProps>(function RowButton({ render, ...props }, ref) {
    const button = buttonFor(action, useAround(), { ...props, ref })
    return button ? renderPart(button, render) : null
  })

/**
 * "Mark as read" or "Mark as unread". Renders nothing if the item has no `onMark`. The style sheet shows it while the
 * user points at the row or has the focus in it, and always for touch.
 */
export const MarkButton = /* @__PURE__ */ buttonOf(toggleRead)

/** "Archive", or "Move to inbox" for an archived notification. Renders nothing if the item has no `onArchive`. */
export const ArchiveButton = /* @__PURE__ */ buttonOf(archive)

/**
 * "Snooze", which opens a menu of times, or "Return now" for a snoozed notification. Renders nothing if the item has no
 * `onSnooze`.
 */
export const SnoozeButton = /* @__PURE__ */ buttonOf(snooze)

/** "More", which opens the menu of the row. Renders nothing if the item has neither `onSnooze` nor `onDelete`. */
export const MoreButton = /* @__PURE__ */ buttonOf(more)

/** The buttons that float at the end of a row. One component, because a mark renders those of several rows. */
const RowButtons = () => {
  const around = useAround()
  const buttons: ReactElement[] = []
  for (const action of [more, archive, toggleRead]) {
    const place = buttons.length
    // Without others, the first one has its old place.
    const button = buttonFor(action, around, { 'data-place': action.name ? place : place || undefined })
    if (button) buttons.unshift(button)
  }
  return buttons
}

/** An element, so that a row that renders again does not render them. */
export const rowButtons: ReactElement = <RowButtons />

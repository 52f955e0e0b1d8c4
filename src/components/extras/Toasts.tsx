'use client'
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { longestTimer } from '../../client/withDeadline.ts'
import { notificationText } from '../../content/notificationText.ts'
import type { InboxNotification } from '../../contract/inboxNotification.ts'
import { useInbox } from '../../hooks/provider/InboxProvider.tsx'
import { useHrefOf } from '../../hooks/provider/useHrefOf.ts'
import { useBrowserLayoutEffect, useLatest } from '../../hooks/utils/useLatest.ts'
import { useUniqueId } from '../../hooks/utils/useUniqueId.ts'
import { useVisible } from '../../hooks/utils/useVisible.ts'
import { markMessages } from '../../state/intents/markMessages.ts'
import { ErrorBoundary } from '../base/ErrorBoundary.tsx'
import { activeElementNear, isElement, tabStopBeside } from '../base/focus.ts'
import { IconButton } from '../base/IconButton.tsx'
import { CrossIcon } from '../base/icons.tsx'
import { limitMotion } from '../base/limitMotion.ts'
import { showInTopLayer } from '../base/showInTopLayer.ts'
import { useEscape } from '../base/useEscape.ts'
import { useContentFormat } from '../content/ContentProvider.tsx'
import { plainContent } from '../content/plainContent.ts'
import { Avatar } from '../item/Avatar.tsx'
import { type NotificationHandlers, useOpenHandlers } from '../item/handlers.ts'
import { NotificationLink } from '../item/NotificationLink.tsx'
import { openNotification } from '../item/openNotification.ts'
import { type Item, ItemProvider, type RenderItem, RenderedItem } from '../item/useItem.ts'
import { useLanguageAttributes } from '../language/LanguageProvider.tsx'
import { useLabels } from '../language/useLabels.ts'
import { useToasts } from './useToasts.ts'

export interface ToastsProps extends Pick<NotificationHandlers, 'onOpen'> {
  /** The most toasts at once. Another one replaces the oldest. Default 3. */
  max?: number | undefined
  /**
   * How long a toast shows, in milliseconds. The time starts again after the pointer or the focus was on a toast, or
   * the document was hidden. `Infinity`: until the user closes or opens it. Default 6,000.
   */
  duration?: number | undefined
  /** The corner of the window, in the direction of the text. Default "bottom-end". */
  placement?: 'top-start' | 'top-end' | 'bottom-start' | 'bottom-end' | undefined
  /** Returns whether an arrival shows as a toast. Default: every arrival does. */
  where?: ((notification: InboxNotification) => boolean) | undefined
  /**
   * Renders the content of a toast, beside its close button. Use parts such as `<Avatar />` and
   * `<NotificationTitle />`, which contains the link. Default: avatar, title and text.
   */
  renderToast?: RenderItem | undefined
}

interface ContentProps {
  item: Item
  canOpen: boolean
}

const Content = ({ item: { notification, id, handlers }, canOpen }: ContentProps) => {
  const format = useContentFormat()
  const hrefOf = useHrefOf()
  const { title, text, titleIsContent } = notificationText(notification)
  const words = plainContent(text, format)
  const described = words === '' ? undefined : `${id}-content`
  const titleWords = titleIsContent ? plainContent(title, format) : title
  return (
    <>
      <Avatar />
      <div id={`${id}-title`} dir="auto" className="tidings-item-title">
        {hrefOf(notification.cta.data?.url) === undefined && canOpen ? (
          <button
            type="button"
            className="tidings-item-link"
            aria-describedby={described}
            onClick={(event) => handlers.onOpen?.(notification, event)}
          >
            {titleWords}
          </button>
        ) : (
          <NotificationLink aria-describedby={described}>{titleWords}</NotificationLink>
        )}
      </div>
      {described && (
        <div id={described} dir="auto" className="tidings-item-content">
          {words}
        </div>
      )}
    </>
  )
}

interface ToastProps extends Pick<ToastsProps, 'renderToast'> {
  notification: InboxNotification
  /** How long it shows, in milliseconds. Undefined: no limit for now. */
  timeout: number | undefined
  onOpen: NotificationHandlers['onOpen']
  /** Whether the app handles notifications without a link. */
  canOpen: boolean
  onClose: (id: string) => void
  /** Called before a toast that has the focus is removed. Keep the function stable. */
  onFocusLoss: (toast: HTMLElement) => void
}

const Toast = ({ notification, timeout, renderToast, onOpen, canOpen, onClose, onFocusLoss }: ToastProps) => {
  const labels = useLabels()
  const ref = useRef<HTMLDivElement>(null)
  const id = useUniqueId()
  const { _id: notificationId } = notification
  const item = useMemo(
    (): Item => ({ notification, id, handlers: { onOpen }, timeFormat: 'age' }),
    [notification, id, onOpen],
  )
  useEffect(() => {
    if (timeout === undefined) return undefined
    const timer = setTimeout(() => onClose(notificationId), timeout)
    return () => clearTimeout(timer)
  }, [timeout, notificationId, onClose])

  useBrowserLayoutEffect(() => {
    const toast = ref.current
    return () => {
      if (toast?.contains(activeElementNear(toast))) onFocusLoss(toast)
    }
  }, [onFocusLoss])

  const close = () => onClose(notificationId)
  const onKeyDown = useEscape(ref, close)
  const standard = <Content item={item} canOpen={canOpen} />
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape bubbles from the link and the button
    <div ref={ref} className="tidings-toast tidings-item" data-unread="" data-id={notificationId} onKeyDown={onKeyDown}>
      <div className="tidings-item-row">
        <ItemProvider value={item}>
          {renderToast ? (
            <ErrorBoundary fallback={() => standard}>
              <RenderedItem render={renderToast} />
            </ErrorBoundary>
          ) : (
            standard
          )}
        </ItemProvider>
        <IconButton label={labels.dismiss} aria-describedby={`${id}-title`} onClick={close}>
          <CrossIcon />
        </IconButton>
      </div>
    </div>
  )
}

/** The open modal dialog that makes an element inert. */
const findModal = (element: Element) =>
  [...element.ownerDocument.querySelectorAll('dialog[open]')].find(
    (dialog) => dialog.matches(':modal') && !dialog.contains(element),
  )

interface RegionProps {
  placement: NonNullable<ToastsProps['placement']>
  children: (isInUse: boolean, giveFocusBack: ToastProps['onFocusLoss']) => ReactNode
}

/** The landmark around all toasts. It knows whether the user points at one, or has the focus in one. */
const Region = ({ placement, children }: RegionProps) => {
  const labels = useLabels()
  const language = useLanguageAttributes()
  const ref = useRef<HTMLDivElement>(null)
  const [isHovered, setHovered] = useState(false)
  const [hasFocus, setHasFocus] = useState(false)
  /** The element that had the focus before a toast had it. */
  const before = useRef<HTMLElement>(undefined)

  useBrowserLayoutEffect(() => {
    const region = ref.current
    limitMotion(region)
    // Over an open modal dialog, the toasts would be visible, but inert. jsdom has neither popovers nor `:modal`.
    return region && 'showPopover' in region && !findModal(region) ? showInTopLayer(region) : undefined
  }, [])

  const onFocus = ({ relatedTarget, currentTarget }: FocusEvent) => {
    setHasFocus(true)
    if (isElement(relatedTarget) && !currentTarget.contains(relatedTarget))
      before.current = relatedTarget as HTMLElement
  }
  const giveFocusBack = useCallback((toast: HTMLElement) => {
    // React has already reset the ref of a region that is removed with its last toast.
    const region = toast.parentElement
    const next = before.current?.isConnected ? before.current : region && tabStopBeside(region, 'before')
    next?.focus({ preventScroll: true })
    // React is removing elements now, and handles no event of the focus.
    setHasFocus(false)
  }, [])
  return (
    <div
      ref={ref}
      role="region"
      aria-label={labels.notifications}
      {...language}
      className="tidings-toasts"
      data-placement={placement}
      // Not `onPointerEnter`, which React does not call if the toast under the pointer was removed before.
      onPointerOver={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      // The toast under the pointer may be removed by a click, and then reports no `pointerleave`.
      onClick={() => setHovered(false)}
      onFocus={onFocus}
      // While another window has the focus, the element that gets it back is still the active one.
      onBlur={({ relatedTarget, currentTarget }) =>
        setHasFocus(currentTarget.contains(relatedTarget ?? activeElementNear(currentTarget)))
      }
    >
      {children(isHovered || hasFocus, giveFocusBack)}
    </div>
  )
}

const SubscriberToasts = ({
  max = 3,
  duration = 6_000,
  placement = 'bottom-end',
  where,
  onOpen,
  renderToast,
}: ToastsProps) => {
  const { store } = useInbox()
  const isVisible = useVisible()
  const handlers = useOpenHandlers(onOpen)
  const { toasts, close } = useToasts({ max, where, isOn: isVisible })
  const latest = useLatest(handlers)
  const open = useCallback(
    (notification: InboxNotification, event: MouseEvent | KeyboardEvent) => {
      // The log has a failed mark.
      markMessages(store, 'read', [notification._id]).catch(() => undefined)
      close(notification._id)
      try {
        openNotification(latest.current, notification, event)
      } catch (error) {
        store.report(error)
      }
    },
    [store, close, latest],
  )
  if (toasts.length === 0) return null
  return (
    <Region placement={placement}>
      {(isInUse, giveFocusBack) =>
        toasts.map((notification) => (
          <Toast
            key={notification._id}
            notification={notification}
            timeout={isInUse || !isVisible ? undefined : Math.min(duration, longestTimer)}
            renderToast={renderToast}
            onOpen={open}
            canOpen={handlers.onOpen !== undefined}
            onClose={close}
            onFocusLoss={giveFocusBack}
          />
        ))
      }
    </Region>
  )
}

/**
 * Shows a toast for each notification that arrives while the browser page is visible, except while a list of the same
 * inbox is open. Put it into `<Inbox>`, or into an `InboxProvider`, and import `tidings/toasts.css`.
 *
 * A toast links to the notification's target, which marks it as read. It disappears when the notification is seen or
 * read elsewhere, and when a list opens. Default `onOpen`: that of the inbox around.
 *
 * ```tsx
 * <Inbox subscriberId={user.id} baseUrl="/api/inbox">
 *   <Toasts />
 * </Inbox>
 * ```
 *
 * @throws SetupError outside an InboxProvider. A failed mark is in `useFailedMarks()`.
 */
export const Toasts = (props: ToastsProps) => {
  const { store } = useInbox()
  // Another subscriber must not see the toasts of the previous one.
  return <SubscriberToasts key={store.name} {...props} />
}

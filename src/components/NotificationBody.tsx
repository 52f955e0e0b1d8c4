'use client'
import { memo, type KeyboardEvent, type MouseEvent } from 'react'
import type { InboxNotification } from '../contract/inboxNotification.ts'
import type { MarkVerb } from '../contract/marks.ts'
import { safeUrl } from '../state/safeUrl.ts'
import { Avatar } from './Avatar.tsx'
import { useContentFormat } from './ContentProvider.tsx'
import { ContentText } from './ContentText.tsx'
import { CtaButtons } from './CtaButtons.tsx'
import { CheckIcon, UnreadIcon } from './icons.tsx'
import { useLabels } from './LanguageProvider.tsx'
import { NotificationLink } from './NotificationLink.tsx'
import { notificationText } from '../state/notificationText.ts'
import { RelativeTime } from './RelativeTime.tsx'
import type { OnAction } from './useCta.ts'
import { VisuallyHidden } from './VisuallyHidden.tsx'

/** What a reader can do with a notification. Keep the functions stable between renders. */
export interface NotificationHandlers {
  /** "Mark as read" or "Mark as unread" was pressed. Without it, neither shows. */
  onMark?: ((notification: InboxNotification, verb: MarkVerb) => void) | undefined
  /**
   * The notification was opened: its link was clicked (with any button or modifier key), or the row itself where there is
   * no link. The browser follows the link by itself; a router of the host takes over with `event.preventDefault()`.
   */
  onOpen?: ((notification: InboxNotification, event: MouseEvent | KeyboardEvent) => void) | undefined
  /** A button of the call to action was pressed. Without it, buttons are links to where the notification leads. */
  onAction?: OnAction | undefined
}

export interface NotificationBodyProps extends NotificationHandlers {
  notification: InboxNotification
  /** Start of the ids by which the article refers to its title and text. */
  id: string
}

/** What a row shows of its notification. Renders again only when the notification, or a handler, is another one. */
export const NotificationBody = memo(function NotificationBody({
  notification,
  id,
  onMark,
  onOpen,
  onAction,
}: NotificationBodyProps) {
  const labels = useLabels()
  const { read, createdAt, actor, cta } = notification
  const { title, text, titleIsContent } = notificationText(notification)
  const href = safeUrl(cta.data?.url)
  const format = useContentFormat()
  const linkProps = href !== undefined && { className: 'tidings-item-link', notification, address: href, onOpen }

  return (
    <>
      <Avatar actor={actor} />
      <div className="tidings-item-main">
        {!read && <VisuallyHidden id={`${id}-unread`}>{labels.unread}</VisuallyHidden>}
        {titleIsContent && format !== 'text' ? (
          // It may hold links of its own, and a link can't stand in a link: this one lies beside them.
          <div className="tidings-item-title">
            {linkProps && <NotificationLink {...linkProps} aria-labelledby={`${id}-title`} />}
            <div id={`${id}-title`}>
              <ContentText text={title} />
            </div>
          </div>
        ) : (
          <p className="tidings-item-title" id={`${id}-title`}>
            {linkProps ? (
              <NotificationLink {...linkProps}>
                <bdi>{title}</bdi>
              </NotificationLink>
            ) : (
              <bdi>{title}</bdi>
            )}
          </p>
        )}
        {text !== '' && (
          <div className="tidings-item-content" id={`${id}-content`}>
            <ContentText text={text} />
          </div>
        )}
        <CtaButtons notification={notification} onAction={onAction} onOpen={onOpen} />
      </div>
      <div className="tidings-item-side">
        <RelativeTime time={createdAt} />
        {onMark && (
          <button
            type="button"
            className="tidings-mark"
            aria-label={read ? labels.markAsUnread : labels.markAsRead}
            aria-describedby={`${id}-title`}
            title={read ? labels.markAsUnread : labels.markAsRead}
            onClick={() => onMark(notification, read ? 'unread' : 'read')}
          >
            {read ? <UnreadIcon /> : <CheckIcon />}
          </button>
        )}
      </div>
    </>
  )
})

import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useCallback, useEffect, useRef, useState } from 'react'
import { MarkIcon, PersonIcon } from '../../src/components/base/panelIcons.tsx'
import type { InboxNotification } from '../../src/contract/inboxNotification.ts'
import { pageSize } from '../cannedService.ts'
import { noteShown } from './milestones.ts'

interface PlainRowProps {
  notification: InboxNotification
  index: number
  count: number
  toggle: (id: string) => void
}

const PlainRow = memo(function PlainRow({ notification, index, count, toggle }: PlainRowProps) {
  const { _id: id, read, subject, content, cta } = notification
  return (
    <div
      role="article"
      tabIndex={0}
      className="tidings-item"
      aria-posinset={index + 1}
      aria-setsize={count}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-content`}
      data-id={id}
      data-unread={read ? undefined : ''}
    >
      <div className="tidings-item-row">
        <span className="tidings-avatar" data-kind="icon" aria-hidden="true">
          <PersonIcon />
        </span>
        <div className="tidings-item-main">
          {!read && <span className="tidings-visually-hidden">Unread</span>}
          <p className="tidings-item-title" id={`${id}-title`}>
            <a className="tidings-item-link" href={cta.data?.url}>
              <bdi>{subject}</bdi>
            </a>
          </p>
          <p className="tidings-item-content" id={`${id}-content`}>
            <bdi>{content}</bdi>
          </p>
        </div>
        <div className="tidings-item-side">
          <time className="tidings-time" dir="auto" title="Monday">
            6 yr. ago
          </time>
          <button
            type="button"
            className="tidings-mark"
            aria-label="Mark as read"
            title="Mark as read"
            onClick={() => toggle(id)}
          >
            <MarkIcon />
          </button>
        </div>
      </div>
    </div>
  )
})

const path = '/api/inbox/v1/subscribers/ada/notifications/feed'

/** The fastest that a script can do: fetches the feed pages in sequence and stores the responses in an array. */
const loadAll = async (show: (notifications: InboxNotification[]) => void) => {
  const all: InboxNotification[] = []
  for (let page = 0, hasMore = true; hasMore; page++) {
    const response = await fetch(`${path}?limit=${pageSize}${page > 0 ? `&page=${page}` : ''}`)
    const answer = (await response.json()) as { data: InboxNotification[]; hasMore: boolean }
    all.push(...answer.data)
    hasMore = answer.hasMore
    show([...all])
  }
}

/** The baseline: a windowed list of plain rows with the same markup, with its data in memory. */
export const PlainSubject = ({ count }: { count: number }) => {
  const [notifications, setNotifications] = useState<readonly InboxNotification[]>([])
  const scroller = useRef<HTMLDivElement>(null)
  useEffect(() => void loadAll(setNotifications), [])
  useEffect(() => noteShown(notifications.length, count), [notifications.length, count])
  // oxlint-disable-next-line react/incompatible-library -- As above all users of it do.
  const virtualizer = useVirtualizer({
    count: notifications.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 80,
    overscan: 8,
  })
  const toggle = useCallback(
    (id: string) =>
      setNotifications((now) => now.map((item) => (item._id === id ? { ...item, read: !item.read } : item))),
    [],
  )
  return (
    <>
      <button id="mark-all" onClick={() => setNotifications((now) => now.map((item) => ({ ...item, read: true })))}>
        Mark all
      </button>
      <div ref={scroller} className="tidings-feed">
        <div role="feed" className="plain-rows" style={{ blockSize: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, key, start }) => {
            const notification = notifications[index]
            return (
              notification && (
                <div
                  key={key}
                  ref={virtualizer.measureElement}
                  data-index={index}
                  className="plain-row"
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <PlainRow notification={notification} index={index} count={notifications.length} toggle={toggle} />
                </div>
              )
            )
          })}
        </div>
      </div>
    </>
  )
}

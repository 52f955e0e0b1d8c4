'use client'
import { useRef, useState } from 'react'
import { focusIsLost } from '../components/base/focus.ts'
import { standardBody } from '../components/item/NotificationBody.tsx'
import { NotificationLink } from '../components/item/NotificationLink.tsx'
import { RelativeTime } from '../components/item/RelativeTime.tsx'
import { rowButtons } from '../components/item/rowActions.tsx'
import { useItem } from '../components/item/useItem.ts'
import type { InboxNotification } from '../contract/inboxNotification.ts'
import { useInbox } from '../hooks/provider/InboxProvider.tsx'
import { useBrowserLayoutEffect } from '../hooks/utils/useLatest.ts'
import { listen } from '../state/model/listen.ts'
import { forwardRowEvents, rowOf, rowSlotPrefix } from './forwardRowEvents.ts'
import type { RenderRow } from './settings.ts'

/**
 * The columns of the avatar and the text, so that the row is as wide as others. Above the row's link, so that text can
 * be selected.
 */
const place = { position: 'relative', gridColumn: '1 / 3' } as const

interface RowSlotProps {
  /** The element whose children show in its rows. */
  host: HTMLElement
  /** Fills the container of a row. */
  fill: RenderRow
}

/**
 * The content of a row that the page renders. It is a child of the element, outside the shadow root, so that the page's
 * own style sheets apply. The row keeps its link, its time and its buttons.
 */
export const RowSlot = ({ host, fill }: RowSlotProps) => {
  const { notification, id } = useItem()
  const { store } = useInbox()
  const name = rowSlotPrefix + notification._id
  const containerRef = useRef<HTMLElement>(undefined)
  const filled = useRef<{ fill: RenderRow; remove: (() => void) | undefined }>(undefined)
  const [defaultFor, setDefaultFor] = useState<{ fill: RenderRow; notification: InboxNotification }>()
  const isDefault = defaultFor?.fill === fill && defaultFor.notification === notification

  const [empty] = useState(() => () => {
    const remove = filled.current?.remove
    filled.current = undefined
    try {
      remove?.()
    } catch (error) {
      store.report(error)
    }
  })

  useBrowserLayoutEffect(() => {
    forwardRowEvents(host)
    const container = (containerRef.current = host.ownerDocument.createElement('div'))
    container.slot = name
    // A copy of an open element, such as one in the page cache of Turbo, has the rows of the original.
    for (const child of host.querySelectorAll(':scope > [slot]')) if (child.slot === name) child.remove()
    host.append(container)
    // Scripts that morph the page, as those of Turbo, htmx and Livewire, remove what the server's HTML does not have.
    const stop = listen(host.shadowRoot, 'slotchange', () => {
      if (container.parentNode !== host) host.append(container)
    })
    return () => {
      stop()
      empty()
      container.remove()
    }
  }, [host, name, empty])

  useBrowserLayoutEffect(() => {
    const container = containerRef.current
    if (!container) return
    if (filled.current?.fill !== fill) empty()
    const hadFocus = container.matches(':focus-within')
    const fail = (...errors: unknown[]) => {
      for (const error of errors) store.report(error)
      setDefaultFor({ fill, notification })
    }
    try {
      const remove = fill(container, notification, fail)
      if (remove === false) {
        empty()
        fail()
      }
      filled.current = { fill, remove: typeof remove === 'function' ? remove : undefined }
    } catch (error) {
      fail(error)
    }
    // The control with the focus may be gone, as one that only unread rows have.
    if (hadFocus && focusIsLost(container)) rowOf(container)?.focus()
  }, [fill, notification, store, empty])

  // Without its slot, the container does not show.
  if (isDefault) return standardBody
  return (
    <>
      <NotificationLink aria-labelledby={`${id}-title`} />
      {/* The id names the article. */}
      <div id={`${id}-title`} style={place}>
        <slot name={name} />
      </div>
      <RelativeTime />
      {rowButtons}
    </>
  )
}

'use client'
import { useEffect, useId, useRef, useState } from 'react'
import type { InboxNotification } from '../contract/inboxNotification.ts'
import { useUnseenCount } from '../hooks/useCount.ts'
import { safeUrl } from '../state/safeUrl.ts'
import { useAnnounce } from './Announcer.tsx'
import { Bell } from './Bell.tsx'
import { InboxPanel, type InboxPanelProps } from './InboxPanel.tsx'
import type { NotificationHandlers } from './NotificationBody.tsx'
import { useLabels } from './LanguageProvider.tsx'
import { Panel } from './Panel.tsx'

export interface InboxPopoverProps extends Omit<InboxPanelProps, 'onClose'> {
  /** Colours: "light", "dark", or as the reader's system is. Default "system". */
  theme?: 'light' | 'dark' | 'system'
}

type OpenEvent = Parameters<NonNullable<NotificationHandlers['onOpen']>>[1]

/** A plain click on a link leads away from the list. One that opens a new tab does not. */
const leadsAway = (notification: InboxNotification, event: OpenEvent) =>
  safeUrl(notification.cta.data?.url) !== undefined &&
  !('button' in event && event.button !== 0) &&
  !event.metaKey &&
  !event.ctrlKey &&
  !event.shiftKey

/** Says to screen readers how many arrived, while the panel is closed. An open list says it by itself. */
const useArrivalAnnouncement = (count: number | undefined, isOpen: boolean) => {
  const labels = useLabels()
  const announce = useAnnounce()
  const known = useRef(count)
  useEffect(() => {
    const before = known.current
    known.current = count
    if (before !== undefined && count !== undefined && count > before && !isOpen)
      announce(labels.arrivals(count - before))
  }, [count, isOpen, labels, announce])
}

/** The bell, and the panel that it opens. It stands below an InboxProvider. */
export const InboxPopover = ({ theme = 'system', onOpen, ...rest }: InboxPopoverProps) => {
  const [isOpen, setIsOpen] = useState(false)
  const bell = useRef<HTMLButtonElement>(null)
  const panelId = useId()
  const { count } = useUnseenCount()
  useArrivalAnnouncement(count, isOpen)

  const close = () => setIsOpen(false)
  const open: NotificationHandlers['onOpen'] = (notification, event) => {
    onOpen?.(notification, event)
    if (leadsAway(notification, event)) close()
  }

  return (
    <div className="tidings" data-tidings-theme={theme === 'system' ? undefined : theme}>
      <Bell ref={bell} count={count ?? null} open={isOpen} panelId={panelId} onClick={() => setIsOpen(!isOpen)} />
      <Panel id={panelId} open={isOpen} onClose={close} anchor={bell}>
        <InboxPanel {...rest} onOpen={open} onClose={close} />
      </Panel>
    </div>
  )
}

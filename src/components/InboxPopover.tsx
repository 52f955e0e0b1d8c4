'use client'
import { useId, useRef, useState } from 'react'
import type { InboxNotification } from '../contract/inboxNotification.ts'
import { useUnseenCount } from '../hooks/useCount.ts'
import { linkTarget } from '../state/linkTarget.ts'
import { safeUrl } from '../state/safeUrl.ts'
import { Bell } from './Bell.tsx'
import type { InboxPanelProps } from './InboxPanel.tsx'
import { useLabels } from './LanguageProvider.tsx'
import type { NotificationHandlers } from './NotificationBody.tsx'
import { onDemand } from './onDemand.ts'
import { Panel } from './Panel.tsx'
import { PanelHeader } from './PanelHeader.tsx'
import { PartOnDemand } from './PartOnDemand.tsx'
import { useBellNews } from './useArrivalNews.ts'

export interface InboxPopoverProps extends Omit<InboxPanelProps, 'onClose'> {
  /**
   * Where the bell's panel opens: as a "popover" beside the bell, or as a "drawer" along the end of the window. Either fills
   * the screen of a phone. Default "popover".
   */
  layout?: 'popover' | 'drawer' | undefined
}

/** What the panel holds is most of the inbox, and a page that only shows its bell needs none of it. */
const panelCode = onDemand(async () => (await import('./InboxPanel.tsx')).InboxPanel)

type OpenEvent = Parameters<NonNullable<NotificationHandlers['onOpen']>>[1]

/** A plain click on a link leads away from the list. One that opens a new tab does not, nor does a link to another site. */
const leadsAway = (notification: InboxNotification, event: OpenEvent) => {
  const address = safeUrl(notification.cta.data?.url)
  return (
    address !== undefined &&
    linkTarget(address).target === undefined &&
    !('button' in event && event.button !== 0) &&
    !event.metaKey &&
    !event.ctrlKey &&
    !event.shiftKey
  )
}

/** The bell, and the panel that it opens. It stands below an InboxProvider. */
export const InboxPopover = ({ layout = 'popover', onOpen, ...rest }: InboxPopoverProps) => {
  const [isOpen, setIsOpen] = useState(false)
  const labels = useLabels()
  const bell = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const panelId = useId()
  const { data: unseen, count } = useUnseenCount()
  useBellNews(unseen?.data, count ?? 0)

  const close = () => setIsOpen(false)
  const open: NotificationHandlers['onOpen'] = (notification, event) => {
    onOpen?.(notification, event)
    if (leadsAway(notification, event)) close()
  }

  return (
    <>
      <Bell
        ref={bell}
        count={count ?? null}
        open={isOpen}
        panelId={panelId}
        onPointerEnter={panelCode.load}
        onFocus={panelCode.load}
        onClick={() => setIsOpen(!isOpen)}
      />
      <Panel ref={panel} id={panelId} open={isOpen} onClose={close} anchor={bell} layout={layout}>
        <PartOnDemand
          code={panelCode}
          failedMessage={labels.feedFailed}
          within={panel}
          header={<PanelHeader onClose={close} />}
        >
          {(InboxPanel) => <InboxPanel {...rest} onOpen={open} onClose={close} />}
        </PartOnDemand>
      </Panel>
    </>
  )
}

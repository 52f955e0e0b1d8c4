'use client'
import { useId, useRef, useState } from 'react'
import { useUnseenCount } from '../../hooks/feed/useCount.ts'
import { onDemand } from '../feedback/onDemand.ts'
import { PartOnDemand } from '../feedback/PartOnDemand.tsx'
import { useLabels } from '../language/LanguageProvider.tsx'
import { Bell } from '../panel/Bell.tsx'
import { Panel } from '../panel/Panel.tsx'
import { PanelHeader } from '../panel/PanelHeader.tsx'
import type { InboxPanelProps } from './InboxPanel.tsx'
import { useBellNews } from './useArrivalNews.ts'
import { usePrefetch } from './usePrefetch.ts'

export interface InboxPopoverProps extends Omit<InboxPanelProps, 'onClose'> {
  /**
   * Where the panel opens: as a "popover" beside the bell, or as a "drawer" along the end of the window. Both fill the
   * screen of a phone. Default "popover".
   */
  layout?: 'popover' | 'drawer' | undefined
  /**
   * When the panel's first page and its code are loaded: "idle" fetches the page with the count, and loads the code when
   * the browser page is idle, so that the panel opens at once; "hover" waits until the pointer or the focus is on the
   * bell; "none" waits for the click. A browser in data-saving mode treats "idle" as "hover". Default "idle".
   */
  prefetch?: 'idle' | 'hover' | 'none' | undefined
}

/**
 * Loaded on demand: most of the inbox's code is in the panel, and a browser page with a closed panel needs none of it.
 */
const panelCode = onDemand(async () => (await import('./InboxPanel.tsx')).InboxPanel)

/** The bell, and the panel that it opens. Render it inside an InboxProvider. */
export const InboxPopover = ({ layout = 'popover', prefetch = 'idle', ...rest }: InboxPopoverProps) => {
  const [isOpen, setIsOpen] = useState(false)
  const labels = useLabels()
  const bell = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const panelId = useId()
  const prepare = usePrefetch(prefetch, rest.pageSize, panelCode.load)
  const { data: unseen, count } = useUnseenCount()
  useBellNews(unseen?.data, count ?? 0)

  const close = () => setIsOpen(false)

  return (
    <>
      <Bell
        ref={bell}
        count={count ?? null}
        open={isOpen}
        panelId={panelId}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => setIsOpen(!isOpen)}
      />
      <Panel ref={panel} id={panelId} open={isOpen} onClose={close} anchor={bell} layout={layout}>
        <PartOnDemand
          code={panelCode}
          failedMessage={labels.feedFailed}
          within={panel}
          header={<PanelHeader onClose={close} />}
        >
          {(InboxPanel) => <InboxPanel {...rest} onClose={close} />}
        </PartOnDemand>
      </Panel>
    </>
  )
}

'use client'
import { useId, useRef, useState } from 'react'
import { itself, useCountValue } from '../../hooks/feed/useCount.ts'
import { onDemand, useOnDemand } from '../feedback/onDemand.ts'
import { useBellElement } from '../panel/bellElement.tsx'
import { WaitingPanel } from '../panel/WaitingPanel.tsx'
import type { InboxPanelProps } from './InboxPanel.tsx'
import { useBellNews } from './useBellNews.ts'
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
const panelCode = onDemand(() => import('./InboxPanelPopover.tsx'))

const unseen = { seen: false }

/** The bell, and the panel that it opens. Render it inside an InboxProvider. */
export const InboxPopover = ({ layout = 'popover', prefetch = 'idle', ...rest }: InboxPopoverProps) => {
  const [isOpen, setIsOpen] = useState(false)
  const bell = useRef<HTMLButtonElement>(null)
  const panelId = useId()
  const prepare = usePrefetch(prefetch, rest.pageSize, panelCode)
  const { value, query } = useCountValue(unseen, itself)
  useBellNews(query.data?.data, value?.count ?? 0)

  const loaded = useOnDemand(panelCode)
  const bellElement = useBellElement(
    {
      count: value?.count ?? null,
      open: isOpen,
      panelId,
      onPointerEnter: prepare,
      // An open panel fetches by itself. The bell also gets the focus when the panel replaces the waiting one.
      onFocus: isOpen ? undefined : prepare,
      onClick: () => setIsOpen(!isOpen),
    },
    bell,
  )
  const panel = { id: panelId, anchor: bell, layout, onClose: () => setIsOpen(false) }

  return (
    <>
      {bellElement}
      {isOpen &&
        (loaded.status === 'ready' ? (
          <loaded.code.InboxPanelPopover {...rest} {...panel} />
        ) : (
          <WaitingPanel {...panel} code={panelCode} />
        ))}
    </>
  )
}

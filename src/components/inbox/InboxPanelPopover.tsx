'use client'
import type { RefObject } from 'react'
import { ErrorBoundary } from '../base/ErrorBoundary.tsx'
import { ErrorState } from '../feedback/ErrorState.tsx'
import { prepareFormats } from '../language/relativeTime.ts'
import { useLabels } from '../language/useLabels.ts'
import { Panel } from '../panel/Panel.tsx'
import { PanelHeader } from '../panel/PanelHeader.tsx'
import type { Placement } from '../panel/placePanel.ts'
import { InboxPanel, type InboxPanelProps } from './InboxPanel.tsx'

interface InboxPanelPopoverProps extends InboxPanelProps {
  id: string
  /** The bell. */
  anchor: RefObject<HTMLElement | null>
  layout: 'popover' | 'drawer'
  placement?: Placement | undefined
  onClose: () => void
}

/** The open panel of a bell, with everything that most browser pages need no code for: see InboxPopover. */
const InboxPanelPopover = ({ id, anchor, layout, placement, ...rest }: InboxPanelPopoverProps) => {
  const { feedFailed } = useLabels()
  const { onClose } = rest
  const failed = (retry: () => void) => (
    <div className="tidings-inbox">
      <PanelHeader onClose={onClose} />
      <ErrorState message={feedFailed} onRetry={retry} />
    </div>
  )
  return (
    <Panel id={id} open onClose={onClose} anchor={anchor} layout={layout} placement={placement}>
      <ErrorBoundary fallback={failed}>
        <InboxPanel {...rest} />
      </ErrorBoundary>
    </Panel>
  )
}

/** What the bell uses once it is loaded. One object, because bundlers add code for a module that is imported as a whole. */
export const panel = { InboxPanelPopover, prepareFormats }

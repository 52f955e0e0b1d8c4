'use client'
import { ErrorBoundary } from '../base/ErrorBoundary.tsx'
import { ErrorState } from '../feedback/ErrorState.tsx'
import { prepareFormats } from '../language/relativeTime.ts'
import { useLabels } from '../language/useLabels.ts'
import { OpenPanel, type PanelProps, usePrepared } from '../panel/Panel.tsx'
import { PanelHeader } from '../panel/PanelHeader.tsx'
import { InboxPanel, type InboxPanelProps } from './InboxPanel.tsx'

interface InboxPanelPopoverProps extends Omit<InboxPanelProps, 'onClose'> {
  /** A closed panel renders hidden: see usePrepared. */
  open: boolean
  panel: Pick<PanelProps, 'id' | 'anchor' | 'layout' | 'placement'> & { onClose: () => void }
}

/** The panel of a bell, with everything that most browser pages need no code for: see InboxPopover. */
const InboxPanelPopover = ({ open, panel, ...rest }: InboxPanelPopoverProps) => {
  const labels = useLabels()
  const failed = (retry: () => void) => (
    <div className="tidings-inbox">
      <PanelHeader onClose={panel.onClose} />
      <ErrorState message={labels.feedFailed} onRetry={retry} />
    </div>
  )
  return usePrepared(
    <OpenPanel {...panel}>
      <ErrorBoundary fallback={failed}>
        <InboxPanel {...rest} onClose={panel.onClose} />
      </ErrorBoundary>
    </OpenPanel>,
    open,
  )
}

/**
 * What the bell uses once it is loaded. One object, because bundlers add code for a module that is imported as a whole.
 */
export const panel = { InboxPanelPopover, prepareFormats }

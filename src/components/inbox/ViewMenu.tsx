'use client'
import { useEffect, useRef, useState } from 'react'
import { useTriage } from '../../hooks/marks/useTriage.ts'
import { useInbox } from '../../hooks/provider/InboxProvider.tsx'
import { useBrowserLayoutEffect } from '../../hooks/utils/useLatest.ts'
import { archiveAllRead } from '../../state/intents/triageMessages.ts'
import { focusIsLost } from '../base/focus.ts'
import { IconButton } from '../base/IconButton.tsx'
import { MoreIcon } from '../base/panelIcons.tsx'
import { useAnnouncement } from '../feedback/Announcer.tsx'
import { useOnDemand } from '../feedback/onDemand.ts'
import { menuCode } from '../item/menuCode.ts'
import { useLabels } from '../language/useLabels.ts'
import type { InboxView } from './inboxPanelProps.ts'
import { showUndo } from './UndoNotice.tsx'

/**
 * The title of a view. A component of its own, since the frame of the panel has no labels of views. It is announced,
 * because the focus stays on the button of the menu.
 */
export const ViewTitle = ({ view }: { view: InboxView }) => {
  const labels = useLabels()
  const title = view === 'archived' ? labels.archived : labels.snoozed
  useAnnouncement(title)
  return title
}

export interface ViewMenuProps {
  view: InboxView | undefined
  onViewChange: (view: InboxView | undefined) => void
}

const OfferedMenu = ({ view, onViewChange }: ViewMenuProps) => {
  const labels = useLabels()
  const { store } = useInbox()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const code = useOnDemand(menuCode)

  // "Back" disappears when it is pressed. The header would focus "Preferences".
  const shown = useRef(view)
  useBrowserLayoutEffect(() => {
    const hadBack = shown.current !== undefined && view === undefined
    shown.current = view
    if (hadBack && button.current && focusIsLost(button.current)) button.current.focus()
  }, [view])
  useEffect(() => {
    if (isOpen) menuCode.load()
    // The error is reported by the list, which loads the same code.
  }, [isOpen])

  const choose = (to: InboxView | undefined, label: string) => ({
    label,
    checked: view === to,
    onSelect: () => onViewChange(to),
  })
  const archiveRead = () => {
    // FailedMarksNotice shows a failure.
    archiveAllRead(store).then(
      ({ undo, count }) => showUndo(store, undo && count > 0 ? { verb: 'archive', count, undo } : undefined),
      () => undefined,
    )
  }
  const onClose = (isElsewhere?: boolean) => {
    setOpen(false)
    if (!isElsewhere) button.current?.focus()
  }
  return (
    <>
      <IconButton
        ref={button}
        className="tidings-icon-button tidings-views"
        label={labels.moreActions}
        aria-haspopup="menu"
        onClick={() => setOpen(!isOpen)}
      >
        <MoreIcon />
      </IconButton>
      {isOpen && code.status === 'ready' && button.current && (
        <code.code.Menu
          label={labels.moreActions}
          anchor={button.current}
          onClose={onClose}
          groups={[
            {
              items: [
                choose(undefined, labels.inbox),
                choose('archived', labels.archived),
                choose('snoozed', labels.snoozed),
              ],
            },
            { items: view ? [] : [{ label: labels.archiveAllRead, onSelect: archiveRead }] },
          ]}
        />
      )}
    </>
  )
}

/** The menu of the header: other views of the inbox, and what concerns all its notifications. */
export const ViewMenu = (props: ViewMenuProps) => useTriage().isOffered && <OfferedMenu {...props} />

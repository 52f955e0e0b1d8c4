'use client'
import { type RefObject, useRef } from 'react'
import { useTriage } from '../../hooks/marks/useTriage.ts'
import { useBrowserLayoutEffect } from '../../hooks/utils/useLatest.ts'
import { activeElementNear, focusIsLost } from '../base/focus.ts'
import { ShortcutsHelp } from '../panel/ShortcutsHelp.tsx'
import { usePanelKeys, useScrollKeys } from '../panel/usePanelKeys.ts'

/**
 * Makes one element modal over another while `isOpen`: it takes the focus, and the element beneath is inert. On
 * closing, the focus returns to where it was.
 */
const useModal = (
  isOpen: boolean,
  overRef: RefObject<HTMLElement | null>,
  beneathRef: RefObject<HTMLElement | null>,
) => {
  useBrowserLayoutEffect(() => {
    const [over, beneath] = [overRef.current, beneathRef.current]
    if (!isOpen || !over || !beneath) return undefined
    const before = activeElementNear(over) as HTMLElement | null
    beneath.inert = true
    over.focus({ preventScroll: true })
    return () => {
      beneath.inert = false
      const isOurs = over.contains(activeElementNear(over)) || focusIsLost(beneath)
      // If it was removed, this does nothing.
      if (isOurs) before?.focus({ preventScroll: true })
    }
  }, [isOpen, overRef, beneathRef])
}

export interface PanelKeysProps {
  /** The element with the header and the list or the preferences. */
  content: RefObject<HTMLElement | null>
  isInPreferences: boolean
  shortcuts: boolean
  isHelpOpen: boolean
  onHelpChange: (isOpen: boolean) => void
  /** Not given while no list of the inbox shows. */
  onMarkAllAsRead: (() => void) | undefined
  /** Not given in an inbox without preferences. */
  onPreferences: (() => void) | undefined
}

/** The keys of the list and the preferences, and the dialog that lists them. */
export const PanelKeys = ({
  content,
  isInPreferences,
  shortcuts,
  isHelpOpen,
  onHelpChange,
  onMarkAllAsRead: markAll,
  onPreferences,
}: PanelKeysProps) => {
  const help = useRef<HTMLDivElement>(null)
  const { isOffered } = useTriage()
  /** The row that had the focus when its keys opened the preferences. */
  const leftRow = useRef<string>(undefined)
  const showPreferences =
    onPreferences &&
    (() => {
      leftRow.current = content.current?.querySelector<HTMLElement>('[data-id]:focus-within')?.dataset.id
      onPreferences()
    })
  useBrowserLayoutEffect(() => {
    if (isInPreferences) return
    // It keeps the focus if the row is gone. JSON escapes a quote in an id as CSS does.
    content.current?.querySelector<HTMLElement>(`[data-id=${JSON.stringify(leftRow.current)}]`)?.focus()
    leftRow.current = undefined
  }, [content, isInPreferences])

  useModal(isHelpOpen, help, content)
  usePanelKeys(content, shortcuts && !isHelpOpen, {
    ...(!isInPreferences && { markAll, showPreferences }),
    showHelp: () => onHelpChange(true),
  })
  useScrollKeys(content)
  return (
    isHelpOpen && (
      <ShortcutsHelp
        ref={help}
        preferences={onPreferences !== undefined}
        triage={isOffered}
        onClose={() => onHelpChange(false)}
      />
    )
  )
}

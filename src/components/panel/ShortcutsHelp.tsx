'use client'
import { forwardRef, Fragment, type ComponentPropsWithoutRef, type KeyboardEvent, type ReactNode } from 'react'
import { classNames } from '../base/classNames.ts'
import { renderPart, type Replaceable } from '../base/renderPart.tsx'
import { useLabels } from '../language/useLabels.ts'
import { PanelHeader } from './PanelHeader.tsx'

export interface ShortcutsHelpProps extends Omit<ComponentPropsWithoutRef<'div'>, 'children'>, Replaceable {
  /** Called when the reader closes the list, by its button, Escape or "?". */
  onClose: () => void
}

/**
 * Renders keys side by side. `between` joins keys that are pressed together or in turn; alternatives have no text
 * between.
 */
const keys = (names: readonly string[], between = ''): ReactNode =>
  names.map((name, place) => (
    <Fragment key={name}>
      {place > 0 && ` ${between} `}
      <kbd className="tidings-key">{name}</kbd>
    </Fragment>
  ))

/** The list of keyboard shortcuts, a modal dialog over the panel's content. */
export const ShortcutsHelp = forwardRef<HTMLDivElement, ShortcutsHelpProps>(function ShortcutsHelp(
  { onClose, render, className, onKeyDown, ...rest },
  ref,
) {
  const labels = useLabels()
  const list: [ReactNode, string][] = [
    [keys(['j', '↓']), labels.nextNotification],
    [keys(['k', '↑']), labels.previousNotification],
    [keys(['Home', 'End']), labels.firstOrLast],
    [keys(['Enter']), labels.openNotification],
    [keys(['u']), labels.toggleRead],
    [keys(['Shift', 'U'], '+'), labels.markAllAsRead],
    [keys(['z']), labels.undo],
    [keys(['/']), labels.filters],
    [keys(['g', 'p'], labels.keyThen), labels.preferences],
    [keys(['?']), labels.shortcuts],
    [keys(['Esc']), labels.close],
  ]

  const onOwnKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    onKeyDown?.(event)
    if (event.defaultPrevented) return
    // The button is the only tab stop.
    if (event.key === 'Tab') {
      event.preventDefault()
      event.currentTarget.querySelector('button')?.focus()
    }
    if (event.key === 'Escape' || event.key === '?') {
      event.preventDefault()
      event.stopPropagation()
      onClose()
    }
  }

  return renderPart(
    <div
      {...rest}
      ref={ref}
      role="dialog"
      aria-modal="true"
      aria-label={labels.shortcuts}
      tabIndex={-1}
      className={classNames('tidings-shortcuts', className)}
      onKeyDown={onOwnKeyDown}
    >
      <PanelHeader title={labels.shortcuts} onClose={onClose} />
      <ul className="tidings-shortcuts-list">
        {list.map(([pressed, effect]) => (
          <li key={effect} className="tidings-shortcut">
            {/* A paragraph and a list item, because Orca joins the words of a description list. */}
            <p className="tidings-shortcut-effect">{effect}</p>
            <span>{pressed}</span>
          </li>
        ))}
      </ul>
    </div>,
    render,
  )
})

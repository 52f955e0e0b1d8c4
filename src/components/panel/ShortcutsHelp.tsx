'use client'
import { forwardRef, Fragment, type ComponentPropsWithoutRef, type KeyboardEvent, type ReactNode } from 'react'
import { classNames } from '../base/classNames.ts'
import { renderPart, type Replaceable } from '../base/renderPart.tsx'
import { useLabels } from '../language/useLabels.ts'
import { PanelHeader } from './PanelHeader.tsx'

export interface ShortcutsHelpProps extends Omit<ComponentPropsWithoutRef<'div'>, 'children'>, Replaceable {
  /** Called when the reader closes the list, by its button, Escape or "?". */
  onClose: () => void
  /** Whether the keys that show the preferences are in the list. Default true. */
  preferences?: boolean
}

/**
 * What keys do, and the keys. `between` joins keys that are pressed together or in turn; alternatives have no text
 * between.
 */
const shortcut = (effect: string, keys: readonly string[], between = ''): ReactNode => (
  <li className="tidings-shortcut">
    {/* A paragraph and a list item, because Orca joins the words of a description list. */}
    <p className="tidings-shortcut-effect">{effect}</p>
    <span>
      {keys.map((key, place) => (
        <Fragment key={key}>
          {place > 0 && ` ${between} `}
          <kbd className="tidings-key">{key}</kbd>
        </Fragment>
      ))}
    </span>
  </li>
)

/** The list of keyboard shortcuts, a modal dialog over the panel's content. */
export const ShortcutsHelp = forwardRef<HTMLDivElement, ShortcutsHelpProps>(function ShortcutsHelp(
  { onClose, preferences = true, render, className, onKeyDown, ...rest },
  ref,
) {
  const labels = useLabels()
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
        {shortcut(labels.nextNotification, ['j', '↓'])}
        {shortcut(labels.previousNotification, ['k', '↑'])}
        {shortcut(labels.firstOrLast, ['Home', 'End'])}
        {shortcut(labels.openNotification, ['Enter'])}
        {shortcut(labels.toggleRead, ['u'])}
        {shortcut(labels.markAllAsRead, ['Shift', 'U'], '+')}
        {shortcut(labels.undo, ['z'])}
        {shortcut(labels.filters, ['/'])}
        {preferences && shortcut(labels.preferences, ['g', 'p'], labels.keyThen)}
        {shortcut(labels.shortcuts, ['?'])}
        {shortcut(labels.close, ['Esc'])}
      </ul>
    </div>,
    render,
  )
})

'use client'
import { forwardRef, Fragment, useId, type ComponentPropsWithoutRef, type KeyboardEvent, type ReactNode } from 'react'
import { classNames } from '../base/classNames.ts'
import { IconButton } from '../base/IconButton.tsx'
import { CrossIcon } from '../base/icons.tsx'
import { renderPart, type Replaceable } from '../base/renderPart.tsx'
import { useLabels } from '../language/useLabels.ts'

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
  const id = useId()
  const list: [ReactNode, string][] = [
    [keys(['j', '↓']), labels.nextNotification],
    [keys(['k', '↑']), labels.previousNotification],
    [keys(['Home', 'End']), labels.firstOrLast],
    [keys(['Enter']), labels.openNotification],
    [keys(['u']), labels.toggleRead],
    [keys(['Shift', 'U'], '+'), labels.markAllAsRead],
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
      aria-labelledby={`${id}-title`}
      tabIndex={-1}
      className={classNames('tidings-shortcuts', className)}
      onKeyDown={onOwnKeyDown}
    >
      <div className="tidings-header">
        <h2 id={`${id}-title`} className="tidings-title">
          {labels.shortcuts}
        </h2>
        <IconButton label={labels.close} onClick={onClose}>
          <CrossIcon />
        </IconButton>
      </div>
      <dl className="tidings-shortcuts-list">
        {list.map(([pressed, effect]) => (
          <div key={effect} className="tidings-shortcut">
            <dt>{effect}</dt>
            <dd>{pressed}</dd>
          </div>
        ))}
      </dl>
    </div>,
    render,
    {},
  )
})

'use client'
import { forwardRef, Fragment, type ComponentPropsWithoutRef, type KeyboardEvent, type ReactNode, useRef } from 'react'
import { classNames } from '../base/classNames.ts'
import { renderPart, type Replaceable } from '../base/renderPart.tsx'
import { type Shortcut, shortcutNames, shortcuts } from '../base/shortcuts.ts'
import { useEscape } from '../base/useEscape.ts'
import { useForkedRef } from '../base/useForkedRef.ts'
import { useLabels } from '../language/useLabels.ts'
import { PanelHeader } from './PanelHeader.tsx'

export interface ShortcutsHelpProps extends Omit<ComponentPropsWithoutRef<'div'>, 'children'>, Replaceable {
  /** Called when the user closes the list, by its button, Escape or "?". */
  onClose: () => void
  /** Whether the keys that show the preferences are in the list. Default true. */
  preferences?: boolean
  /** Whether the keys that archive, snooze and delete are in the list. Default false. */
  triage?: boolean
}

const triageKeys: readonly Shortcut[] = ['archive', 'snooze', 'delete']

/** Names of keys that are not their own. */
const keyNames: Record<string, string> = { ArrowDown: '↓', ArrowUp: '↑', Escape: 'Esc' }

/** Keys that do the same have no text between them. */
const keysOf = (shortcut: Shortcut, then: string): ReactNode => {
  const [first, ...others] = shortcuts[shortcut]
  const keys = others.length > 0 ? [first, ...others] : first.split(/[+ ]/)
  const between = first.includes('+') ? '+' : first.includes(' ') ? then : ''
  return keys.map((key, index) => (
    <Fragment key={key}>
      {index > 0 && ` ${between} `}
      <kbd className="tidings-key">{keyNames[key] ?? key}</kbd>
    </Fragment>
  ))
}

/** The list of keyboard shortcuts, a modal dialog over the panel's content. */
export const ShortcutsHelp = forwardRef<HTMLDivElement, ShortcutsHelpProps>(function ShortcutsHelp(
  { onClose, preferences = true, triage = false, render, className, onKeyDown, ...rest },
  forwardedRef,
) {
  const labels = useLabels()
  const ref = useRef<HTMLDivElement>(null)
  const forkedRef = useForkedRef(ref, forwardedRef)
  const closeOnEscape = useEscape(ref, onClose)
  const onOwnKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    onKeyDown?.(event)
    closeOnEscape(event)
    if (event.defaultPrevented) return
    // The button is the only tab stop.
    if (event.key === 'Tab') {
      event.preventDefault()
      event.currentTarget.querySelector('button')?.focus()
    }
    if (event.key === '?') {
      event.preventDefault()
      event.stopPropagation()
      onClose()
    }
  }

  return renderPart(
    <div
      {...rest}
      ref={forkedRef}
      role="dialog"
      aria-modal="true"
      aria-label={labels.shortcuts}
      tabIndex={-1}
      className={classNames('tidings-shortcuts', className)}
      onKeyDown={onOwnKeyDown}
    >
      <PanelHeader title={labels.shortcuts} onClose={onClose} />
      <ul className="tidings-shortcuts-list">
        {shortcutNames
          .filter((name) => (preferences || name !== 'preferences') && (triage || !triageKeys.includes(name)))
          .map((name) => (
            <li key={name} className="tidings-shortcut">
              {/* A paragraph and a list item, because Orca joins the words of a description list. */}
              <p className="tidings-shortcut-effect">{labels[name]}</p>
              <span>{keysOf(name, labels.keyThen)}</span>
            </li>
          ))}
      </ul>
    </div>,
    render,
  )
})

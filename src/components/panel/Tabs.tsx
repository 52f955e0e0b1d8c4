'use client'
import { forwardRef, type ComponentPropsWithoutRef, type KeyboardEvent, type ReactNode } from 'react'
import { classNames } from '../base/classNames.ts'
import { isRightToLeft } from '../base/isRightToLeft.ts'
import { pressedKey } from '../base/pressedKey.ts'
import { renderPart, type Replaceable } from '../base/renderPart.tsx'
import { stateAttribute } from '../base/stateAttribute.ts'

/** One tab of `<Tabs>`. */
export interface Tab<Value extends string = string> {
  /** Identifies the tab. */
  value: Value
  /** Text of the tab. */
  label: string
  /** Renders after the label, such as a Badge. */
  extra?: ReactNode
}

export interface TabsProps<Value extends string = string>
  extends Omit<ComponentPropsWithoutRef<'div'>, 'onChange' | 'children' | 'id'>, Replaceable {
  /** Prefix of the element ids, unique in the document. Use `useId`, and pass the same id to TabPanel. */
  id: string
  /** The tabs, in their order. */
  tabs: readonly Tab<Value>[]
  /** The `value` of the selected tab. */
  value: Value
  /** Called when the user selects a tab. Pass its value as `value`, or ignore it. */
  onValueChange: (value: Value) => void
}

export const tabId = (id: string, value: string) => `${id}-tab-${value}`
const panelId = (id: string) => `${id}-tabpanel`

/** Tabs by the ARIA pattern: one tab stop, and arrow keys that move and select. State of each tab: `data-selected`. */
export const Tabs = forwardRef<HTMLDivElement, TabsProps>(function Tabs(
  { id, tabs, value, onValueChange, render, className, ...rest },
  ref,
) {
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>, index: number) => {
    const button = event.currentTarget
    const last = tabs.length - 1
    // In right-to-left text the arrows are swapped.
    const [forward, backward] = isRightToLeft(button) ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft']
    const targets: Record<string, number> = {
      [forward]: (index + 1) % tabs.length,
      [backward]: (index + last) % tabs.length,
      Home: 0,
      End: last,
    }
    const target = targets[pressedKey(event.nativeEvent) ?? ''] ?? -1
    const next = tabs[target]
    if (!next) return
    event.preventDefault()
    button.parentElement?.querySelectorAll<HTMLElement>('[role="tab"]')[target]?.focus()
    onValueChange(next.value)
  }

  return renderPart(
    <div {...rest} ref={ref} role="tablist" className={classNames('tidings-tabs', className)}>
      {tabs.map((tab, index) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          id={tabId(id, tab.value)}
          className="tidings-tab"
          aria-selected={tab.value === value}
          aria-controls={panelId(id)}
          tabIndex={tab.value === value ? 0 : -1}
          data-selected={stateAttribute(tab.value === value)}
          onClick={() => onValueChange(tab.value)}
          onKeyDown={(event) => onKeyDown(event, index)}
        >
          <span>{tab.label}</span>
          {tab.extra}
        </button>
      ))}
    </div>,
    render,
  )
}) as <Value extends string>(props: TabsProps<Value> & { ref?: React.Ref<HTMLDivElement> }) => ReactNode

export interface TabPanelProps extends Omit<ComponentPropsWithoutRef<'div'>, 'id'>, Replaceable {
  /** The `id` of the Tabs. */
  tabsId: string
  /** The `value` of the selected tab, whose label names the panel. */
  value: string
}

/** The panel of the selected tab. One panel serves all tabs: render the content of the selected tab as `children`. */
export const TabPanel = forwardRef<HTMLDivElement, TabPanelProps>(function TabPanel(
  { tabsId, value, render, className, ...rest },
  ref,
) {
  return renderPart(
    <div
      {...rest}
      ref={ref}
      role="tabpanel"
      id={panelId(tabsId)}
      aria-labelledby={tabId(tabsId, value)}
      className={classNames('tidings-tabpanel', className)}
    />,
    render,
  )
})

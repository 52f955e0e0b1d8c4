'use client'
import { forwardRef, useRef, type ComponentPropsWithoutRef, type KeyboardEvent, type ReactNode } from 'react'
import { classNames, renderPart, type Replaceable } from '../base/renderPart.tsx'
import { stateAttribute } from '../base/stateAttributes.ts'

/** One tab of `<Tabs>`. */
export interface Tab<Value extends string = string> {
  /** What it is known by. */
  value: Value
  /** What it says. */
  label: string
  /** Drawn behind the label, such as a Badge. */
  extra?: ReactNode
}

export interface TabsProps<Value extends string = string>
  extends Omit<ComponentPropsWithoutRef<'div'>, 'onChange' | 'children' | 'id'>, Replaceable {
  /** Joins the tabs to their TabPanel: pass the same to both. Unique in the page, as from `useId`. */
  id: string
  /** The tabs, in their order. */
  tabs: readonly Tab<Value>[]
  /** The chosen tab. */
  value: Value
  /** Another tab was chosen: pass it as `value`, or ignore it. */
  onValueChange: (value: Value) => void
}

const tabId = (id: string, value: string) => `${id}-tab-${value}`
const panelId = (id: string) => `${id}-tabpanel`

/** How far each key moves among the tabs; in right-to-left text the horizontal arrows swap. */
const target = (key: string, index: number, count: number, isRightToLeft: boolean): number | undefined => {
  const forward = isRightToLeft ? 'ArrowLeft' : 'ArrowRight'
  const backward = isRightToLeft ? 'ArrowRight' : 'ArrowLeft'
  switch (key) {
    case forward:
      return (index + 1) % count
    case backward:
      return (index - 1 + count) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}

const isRightToLeft = (element: Element) => getComputedStyle(element).direction === 'rtl'

/** Tabs by the ARIA pattern: one stop for Tab, arrows move and choose. State of each: `data-selected`. */
export const Tabs = forwardRef<HTMLDivElement, TabsProps>(function Tabs(
  { id, tabs, value, onValueChange, render, className, ...rest },
  ref,
) {
  const buttons = useRef(new Map<string, HTMLButtonElement>())

  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>, index: number) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const next = tabs[target(event.key, index, tabs.length, isRightToLeft(event.currentTarget)) ?? -1]
    if (next === undefined) return
    event.preventDefault()
    buttons.current.get(next.value)?.focus()
    onValueChange(next.value)
  }

  return renderPart(
    <div {...rest} ref={ref} role="tablist" className={classNames('tidings-tabs', className)}>
      {tabs.map((tab, index) => (
        <button
          key={tab.value}
          ref={(button) => {
            if (button) buttons.current.set(tab.value, button)
            else buttons.current.delete(tab.value)
          }}
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
          {tab.label}
          {tab.extra}
        </button>
      ))}
    </div>,
    render,
    {},
  )
}) as <Value extends string>(props: TabsProps<Value> & { ref?: React.Ref<HTMLDivElement> }) => ReactNode

export interface TabPanelProps extends Omit<ComponentPropsWithoutRef<'div'>, 'id'>, Replaceable {
  /** The `id` of its Tabs. */
  tabsId: string
  /** The chosen tab, which names the panel. */
  value: string
}

/** What the chosen tab shows. There is one, whose content follows the choice. */
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
    {},
  )
})

import type { Handled, TidingsInboxEventMap } from './events.ts'
import { settingNames, type TidingsInboxProperties } from './settings.ts'

/** Short names of the element's events: "open" for `tidings-open`. */
export type EventName = keyof TidingsInboxEventMap extends `tidings-${infer Name}` ? Name : never

/** The short name of each event, and its name in `handles` if the page has to handle it. */
const events: { readonly [Name in EventName]: Name extends Handled ? Name : undefined } = {
  open: undefined,
  'open-change': undefined,
  action: 'action',
  'preference-change': 'preference-change',
  'schedule-change': 'schedule-change',
  error: undefined,
}

export const eventNames = Object.keys(events) as EventName[]

/** Passes the state of a framework's component to its element. */
export interface WrappedElement {
  /**
   * @param properties all properties of the component.
   * @param hasListener whether the component has a listener for an event.
   */
  update: (properties: TidingsInboxProperties, hasListener: (name: EventName) => boolean) => void
  /** Refreshes every inbox of the browser page, as soon as the element's code is loaded. */
  refresh: () => Promise<void>
}

export interface WrapperListeners {
  /** Called for each event of this element, before listeners on elements around it. */
  onEvent: (name: EventName, event: CustomEvent) => void
  /** Called with the element's new `open`, after the user or a change of the subscriber has changed it. */
  onOpenChange: (open: boolean) => void
}

/** Loads the element with all of its dependencies. Servers render only the tag, and never call this. */
const loadElement = () => import('tidings/element/standalone')

type Unwrapped = HTMLElement & TidingsInboxProperties

/**
 * The common part of the components for Vue and Svelte. It sets properties, because both frameworks would set
 * attributes of an element whose code is not loaded yet.
 * @param host `<tidings-inbox>` or `<tidings-inbox-page>` in a document, with or without its code.
 */
export const wrapElement = (host: HTMLElement, { onEvent, onOpenChange }: WrapperListeners): WrappedElement => {
  const element: Unwrapped = host
  let given: TidingsInboxProperties = {}
  /** Whether the panel is open, as the framework knows. */
  let isOpen = false
  const reportOpen = (open: boolean) => {
    if (isOpen === open) return
    isOpen = open
    onOpenChange(open)
  }

  for (const name of eventNames)
    // The element counts listeners of its own `addEventListener` as handling, even after they are removed. The
    // components set `handles`, which follows their listeners.
    EventTarget.prototype.addEventListener.call(element, `tidings-${name}`, (event) => {
      // Not of an inbox within a row of this one.
      if (event.target !== element) return
      onEvent(name, event as CustomEvent)
      if (name === 'open-change' && !event.defaultPrevented)
        reportOpen((event as TidingsInboxEventMap['tidings-open-change']).detail.open)
    })

  const loaded = loadElement()
  loaded.catch((error: unknown) => element.dispatchEvent(new CustomEvent('tidings-error', { detail: { error } })))

  return {
    update: (properties, hasListener) => {
      const handled = eventNames.filter((name) => events[name] && hasListener(name))
      const next = { ...properties, handles: [properties.handles ?? '', ...handled].join(' ').trim() || undefined }
      const set = (name: keyof TidingsInboxProperties) => {
        if (next[name] !== given[name]) Reflect.set(element, name, next[name])
      }
      for (const name of settingNames) if (name !== 'subscriberId' && name !== 'open') set(name)
      // The element creates the inbox of a subscriber with what was set before, and closes that of the previous one.
      set('subscriberId')
      const wanted = Boolean(next.open)
      // The element closes its panel for another subscriber, and when it leaves the document.
      if (isOpen && wanted && !element.open) reportOpen(false)
      else if (isOpen !== wanted) element.open = isOpen = wanted
      given = next
    },
    refresh: async () => {
      await loaded
      await (element as Unwrapped & Pick<WrappedElement, 'refresh'>).refresh()
    },
  }
}

/**
 * Moves the focus to the row if the control with the focus is gone after an update, such as one that only unread rows
 * have. The element itself looks for it when `renderItem` returns, which is too early for a framework.
 * @param rendered resolves after the framework's next update.
 */
export const keepRowFocus = async (container: HTMLElement, rendered: Promise<void>): Promise<void> => {
  if (!container.matches(':focus-within')) return
  await rendered
  const { activeElement, body } = container.ownerDocument
  if (activeElement === null || activeElement === body)
    container.assignedSlot?.closest<HTMLElement>('[role="article"]')?.focus()
}

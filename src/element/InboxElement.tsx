'use client'
import { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { warnOnce } from '../client/errors/warnOnce.ts'
import { loadBeside } from '../components/feedback/onDemand.ts'
import type { InboxProps } from '../components/inbox/Inbox.tsx'
import { CtaMemoryProvider, createCtaMemory } from '../components/item/useCta.ts'
import { LanguageProvider } from '../components/language/LanguageProvider.tsx'
import type { InboxNotification } from '../contract/inboxNotification.ts'
import { refreshInbox } from '../state/live/refreshInbox.ts'
import { memoizeByOwner } from '../state/model/memoizeByOwner.ts'
import { persistInbox } from '../state/persistence/persistence.ts'
import type { Handled, TidingsInboxEventMap } from './events.ts'
import { exposeParts } from './parts.ts'
import {
  propertyOf,
  readSetting,
  type RenderRow,
  type SettingName,
  settingNames,
  type TidingsInboxProperties,
} from './settings.ts'
import { inheritVariables, registerVariables } from './variables.ts'
import frame from '../styles/frame.css?inline'
import unstyled from '../styles/unstyled.css?inline'

/** A server has no HTMLElement. Importing this module must not throw there. */
const Base = typeof HTMLElement === 'undefined' ? (Object as unknown as typeof HTMLElement) : HTMLElement

/**
 * A constructed style sheet needs no `<style>` element, which a strict content security policy blocks. Each document,
 * such as a frame's, accepts only its own sheets.
 */
const styleSheetsOf = (css: string) =>
  memoizeByOwner((view: Window & typeof globalThis) => {
    registerVariables(css, view)
    const sheet = new view.CSSStyleSheet()
    // `unstyled` is last in each sheet, as in styles.css.
    sheet.replaceSync(inheritVariables(css + unstyled, frame))
    return sheet
  })

const frameSheetOf = styleSheetsOf(frame)
let contentSheetOf: typeof frameSheetOf | undefined
let RowSlot: typeof import('./RowSlot.tsx').RowSlot | undefined
/** Applies the loaded style sheets to each element that is in a document. */
const restyles = new Set<() => void>()

// Most visits never open the panel, so its styles are loaded with its code.
loadBeside(async () => {
  const { RowSlot: loaded, styles } = await import('./panelCode.ts')
  RowSlot = loaded
  contentSheetOf ??= styleSheetsOf(styles)
  for (const restyle of restyles) restyle()
})

type Run = (work: () => void) => void

/**
 * Runs `work` outside the zones of zone.js, the library of Angular. A timer that starts in the zone of an app, as that
 * of an open panel does, would keep the app from becoming stable.
 */
const outsideZones: Run = (work) => {
  const { Zone } = globalThis as { Zone?: { root?: { run?: Run } } }
  if (Zone?.root?.run) Zone.root.run(work)
  else work()
}

/** Index of the button that a link of a row is. -1: it is the row's own link. */
const buttonIndexOf = (link: EventTarget) => {
  const { parentElement } = link as Element
  return parentElement?.matches('.tidings-cta') ? [...parentElement.children].indexOf(link as Element) : -1
}

/** What an element passes to its inbox. */
export type RenderedProps = Omit<InboxProps, 'children' | 'open' | 'defaultOpen' | 'onOpenChange' | 'renderBell'>

type Listener<Type extends keyof TidingsInboxEventMap> = (
  this: InboxElement,
  event: TidingsInboxEventMap[Type],
) => unknown

/** The common part of both elements: attributes and properties, events, styles, and the root in which they render. */
export abstract class InboxElement extends Base {
  static readonly observedAttributes = [...propertyOf.keys()]

  static {
    for (const name of settingNames)
      Object.defineProperty(this.prototype, name, {
        configurable: true,
        enumerable: true,
        get(this: InboxElement) {
          return this.#settings[name]
        },
        set(this: InboxElement, value: unknown) {
          this.#set(name, value)
        },
      })
  }

  readonly #restyle = () => {
    const view = this.ownerDocument.defaultView
    if (this.shadowRoot && view)
      this.shadowRoot.adoptedStyleSheets = [frameSheetOf, contentSheetOf].flatMap((sheetOf) => sheetOf?.(view) ?? [])
  }
  #root: Root | undefined
  /** Outlives the element's time in a document: an element that is moved refetches nothing. */
  readonly #queryClient = new QueryClient()
  /** A link that became a button by its click shows the progress of that click. */
  readonly #ctaMemory = createCtaMemory()
  #settings: TidingsInboxProperties = {}
  readonly #listenedTypes = new Set<string>()
  /** The same function of the page keeps its rows. */
  readonly #rowsOf = memoizeByOwner((fill: RenderRow) => () => RowSlot && <RowSlot host={this} fill={fill} />)

  constructor() {
    super()
    // Properties that were set before this code was loaded hide the accessors.
    for (const name of settingNames) {
      if (!Object.hasOwn(this, name)) continue
      const value: unknown = Reflect.get(this, name)
      Reflect.deleteProperty(this, name)
      this.#set(name, value)
    }
  }

  connectedCallback(): void {
    const view = this.ownerDocument.defaultView
    // A document without a window, such as one of DOMParser.
    if (!view) return
    if (!this.shadowRoot) exposeParts(this.attachShadow({ mode: 'open' }))
    restyles.add(this.#restyle)
    // An element that is moved to another document loses its sheets.
    this.#restyle()
    this.#root ??= createRoot(this.shadowRoot as ShadowRoot)
    this.#render()
  }

  disconnectedCallback(): void {
    restyles.delete(this.#restyle)
    // The browser closes the popover.
    this.#settings.open = false
    // Deferred: a framework that moves the element reinserts it in the same task, and may be rendering now.
    queueMicrotask(() => {
      if (this.isConnected) return
      this.#root?.unmount()
      this.#root = undefined
    })
  }

  /** Called by `moveBefore()`, which must not close an open popover. */
  connectedMoveCallback(): void {}

  attributeChangedCallback(attribute: string, _before: string | null, value: string | null): void {
    const name = propertyOf.get(attribute)
    if (name !== undefined) this.#set(name, value)
  }

  override addEventListener<Type extends keyof TidingsInboxEventMap>(
    type: Type,
    listener: Listener<Type>,
    options?: boolean | AddEventListenerOptions,
  ): void
  override addEventListener<Type extends keyof HTMLElementEventMap>(
    type: Type,
    listener: (this: HTMLElement, event: HTMLElementEventMap[Type]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void
  override addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void
  override addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void {
    super.addEventListener(type, listener, options)
    if (this.#listenedTypes.has(type)) return
    this.#listenedTypes.add(type)
    this.#render()
  }

  /**
   * Fetches what may have changed, for a page with its own socket. Calls within a second share one fetch. Resolves
   * after the fetch, also if it failed: the event `tidings-error` has the reason.
   */
  refresh(): Promise<void> {
    return refreshInbox()
  }

  #set(name: SettingName, value: unknown): void {
    const { subscriberId } = this.#settings
    const settings = { ...this.#settings, [name]: readSetting(name, value) }
    // The panel of the previous subscriber closes. A page may set the same one again and again.
    if (subscriberId && settings.subscriberId !== subscriberId) settings.open = false
    // A prop that is undefined would replace the default of an inbox.
    if (settings[name] === undefined) Reflect.deleteProperty(settings, name)
    this.#settings = settings
    this.#render()
  }

  /** Whether the page handles an event, on the element or on an ancestor. */
  #isHandled(event: Handled): boolean {
    return this.#listenedTypes.has(`tidings-${event}`) || (this.#settings.handles ?? '').split(/\s+/).includes(event)
  }

  /** Dispatches an event. */
  protected dispatch(name: keyof TidingsInboxEventMap, detail: object, cancelable = false): CustomEvent {
    const event = new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable })
    this.dispatchEvent(event)
    return event
  }

  /** Dispatches an event. Returns the work of its listeners. Undefined: none of them says that it handles the event. */
  #offer(name: `tidings-${Handled}`, detail: object): Promise<unknown> | undefined {
    const works: Promise<unknown>[] = []
    const waitFor = (work: Promise<unknown>) => void works.push(work)
    const { defaultPrevented } = this.dispatch(name, Object.assign(detail, { waitFor }), true)
    return works.length > 0 || defaultPrevented ? Promise.all(works) : undefined
  }

  /**
   * Offers the click on a button that is a link, because a listener may have been added before the element was defined,
   * or to an ancestor. Returns whether one handles the click. From then on, the buttons are buttons.
   */
  #offerClick(notification: InboxNotification, index: number): boolean {
    const id = notification._id
    const detail = { notification, button: notification.cta.action?.buttons?.[index], index }
    let isRead = false
    if (process.env.NODE_ENV !== 'production')
      Object.defineProperty(detail, 'notification', { get: () => ((isRead = true), notification) })
    const work = this.#offer('tidings-action', detail)
    if (!work) {
      if (process.env.NODE_ENV !== 'production' && isRead)
        warnOnce(
          'TIDINGS_224',
          'a listener of "tidings-action" got a click, and the link of the notification was followed. The element ' +
            'does not know that your page handles it: set handles="action", or call waitFor() or preventDefault().',
        )
      return false
    }
    this.#listenedTypes.add('tidings-action')
    this.#ctaMemory.write(id, { phase: 'pending', index })
    work.then(
      () => this.#ctaMemory.write(id, { phase: 'done', index }),
      (error: unknown) => {
        this.#ctaMemory.write(id, { phase: 'failed', index, error })
        this.dispatch('tidings-error', { error })
      },
    )
    this.#render()
    return true
  }

  readonly #onOpen: InboxProps['onOpen'] = (notification, event) => {
    const index = this.#isHandled('action') || event.type !== 'click' ? -1 : buttonIndexOf(event.currentTarget)
    if (index >= 0 && this.#offerClick(notification, index)) event.preventDefault()
    else if (this.dispatch('tidings-open', { notification }, true).defaultPrevented) event.preventDefault()
  }
  readonly #onError = (error: Error) => void this.dispatch('tidings-error', { error })
  readonly #onAction: InboxProps['onAction'] = (notification, button, index) =>
    this.#offer('tidings-action', { notification, button, index })
  readonly #onPreferenceChange: InboxProps['onPreferenceChange'] = (change) =>
    this.#offer('tidings-preference-change', { ...change })
  readonly #onScheduleChange: InboxProps['onScheduleChange'] = (schedule, change) =>
    this.#offer('tidings-schedule-change', { schedule, change })

  protected abstract renderInbox(props: RenderedProps): ReactNode

  #render(): void {
    const { language, persist, renderItem, ...rest } = this.#settings
    // Without a subscriber, nobody is signed in.
    const given = rest as Partial<RenderedProps> & Pick<RenderedProps, 'subscriberId'>
    const root = this.#root
    if (!root) return
    const content = (
      <LanguageProvider labels={language?.labels}>
        <CtaMemoryProvider value={this.#ctaMemory}>
          {this.renderInbox({
            baseUrl: '/api/inbox',
            queryClient: this.#queryClient,
            locale: language?.locale,
            ...given,
            persist: persist ? persistInbox(persist === true ? undefined : persist) : false,
            footer: this.querySelector('[slot=footer]') && <slot name="footer" />,
            renderItem: renderItem && this.#rowsOf(renderItem),
            onOpen: this.#onOpen,
            onError: this.#onError,
            onAction: this.#isHandled('action') ? this.#onAction : undefined,
            onPreferenceChange: this.#isHandled('preference-change') ? this.#onPreferenceChange : undefined,
            onScheduleChange: this.#isHandled('schedule-change') ? this.#onScheduleChange : undefined,
          })}
        </CtaMemoryProvider>
      </LanguageProvider>
    )
    outsideZones(() => root.render(content))
  }
}

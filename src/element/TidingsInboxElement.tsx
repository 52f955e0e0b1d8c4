'use client'
import { QueryClient } from '@tanstack/react-query'
import { createRoot, type Root } from 'react-dom/client'
import { memoizeByOwner } from '../components/base/memoizeByOwner.ts'
import { loadBeside } from '../components/feedback/onDemand.ts'
import { Inbox, type InboxProps } from '../components/inbox/Inbox.tsx'
import { type Handled, handled, type TidingsInboxEventMap } from './events.ts'
import { exposeParts } from './parts.ts'
import { propertyOf, readSetting, type SettingName, settingNames, type TidingsInboxProperties } from './settings.ts'
import { inheritVariables, registerVariables } from './variables.ts'
import frame from '../styles/frame.css?inline'
import unstyled from '../styles/unstyled.css?inline'

/** On a server there are no elements: importing this must not fail there. */
const Base = typeof HTMLElement === 'undefined' ? (Object as unknown as typeof HTMLElement) : HTMLElement

/**
 * A sheet made by script needs no `<style>`, so that a strict content security policy lets it pass. Each document, such as a
 * frame's, takes only sheets of its own.
 */
const styleSheetsOf = (css: string) =>
  memoizeByOwner((view: Window & typeof globalThis) => {
    registerVariables(css, view)
    const sheet = new view.CSSStyleSheet()
    // Last in each sheet, as in styles.css.
    sheet.replaceSync(inheritVariables(css + unstyled, frame))
    return sheet
  })

const frameSheetOf = styleSheetsOf(frame)
let contentSheetOf: typeof frameSheetOf | undefined
/** How those that are in a document take the sheets that there are by now. */
const restyles = new Set<() => void>()

// Most visits end without a look into the panel: its styles come with its code.
loadBeside(async () => {
  const { default: content } = await import('../styles/content.css?inline')
  contentSheetOf ??= styleSheetsOf(content)
  for (const restyle of restyles) restyle()
})

type Listener<Type extends keyof TidingsInboxEventMap> = (
  this: TidingsInboxElement,
  event: TidingsInboxEventMap[Type],
) => unknown

// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- see the class
export interface TidingsInboxElement extends TidingsInboxProperties {}

/**
 * `<tidings-inbox subscriber-id="…" base-url="/api/inbox">`: the inbox for pages without React. Its attributes, properties,
 * events and parts are in docs/element.md; what each does is what the prop of that name does for `<Inbox>`.
 */
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- the properties are defined below, from their table
export class TidingsInboxElement extends Base {
  static readonly observedAttributes = [...propertyOf.keys()]

  static {
    for (const name of settingNames)
      Object.defineProperty(this.prototype, name, {
        configurable: true,
        enumerable: true,
        get(this: TidingsInboxElement) {
          return this.#settings[name]
        },
        set(this: TidingsInboxElement, value: unknown) {
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
  /** Outlives its time in the document: an element that is moved asks for nothing again. */
  readonly #queryClient = new QueryClient()
  #settings: TidingsInboxProperties = {}
  readonly #heard = new Set<string>()
  /** How often it came into a document. A popover that left it is closed. */
  #times = 0

  constructor() {
    super()
    // Set before this code was loaded: they hide the accessors.
    for (const name of settingNames) {
      if (!Object.hasOwn(this, name)) continue
      const value: unknown = Reflect.get(this, name)
      Reflect.deleteProperty(this, name)
      this.#set(name, value)
    }
  }

  connectedCallback(): void {
    const view = this.ownerDocument.defaultView
    // A document that nobody looks at, such as one that is being parsed.
    if (!view) return
    const shadow = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
    if (this.#times === 0) exposeParts(shadow)
    restyles.add(this.#restyle)
    // Each time: an element that is moved to another document loses its sheets.
    this.#restyle()
    this.#times += 1
    this.#root ??= createRoot(shadow)
    this.#draw()
  }

  disconnectedCallback(): void {
    restyles.delete(this.#restyle)
    // Not at once: a framework that moves it brings it back in the same turn, and may be rendering just now.
    queueMicrotask(() => {
      if (this.isConnected) return
      this.#root?.unmount()
      this.#root = undefined
    })
  }

  /** Moved by `moveBefore()`, which leaves open what is open. */
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
    if (this.#heard.has(type)) return
    this.#heard.add(type)
    this.#draw()
  }

  #set(name: SettingName, value: unknown): void {
    this.#settings = { ...this.#settings, [name]: readSetting(name, value) }
    this.#draw()
  }

  /** Whether somebody does what the reader asks for: on the element, or further up. */
  #isHandled(what: Handled): boolean {
    return this.#heard.has(handled[what]) || (this.#settings.handles ?? '').split(/\s+/).includes(what)
  }

  #tell(name: keyof TidingsInboxEventMap, detail: object, cancelable = false): CustomEvent {
    const event = new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable })
    this.dispatchEvent(event)
    return event
  }

  /** Tells of something, and waits for what its listeners do about it. */
  async #ask(name: keyof TidingsInboxEventMap, detail: object): Promise<void> {
    const works: Promise<unknown>[] = []
    this.#tell(name, { ...detail, waitFor: (work: Promise<unknown>) => void works.push(work) })
    await Promise.all(works)
  }

  readonly #onOpen: InboxProps['onOpen'] = (notification, event) => {
    if (this.#tell('tidings-open', { notification }, true).defaultPrevented) event.preventDefault()
  }
  readonly #onError = (error: Error) => void this.#tell('tidings-error', { error })
  readonly #onAction: InboxProps['onAction'] = (notification, button, index) =>
    this.#ask('tidings-action', { notification, button, index })
  readonly #onPreferenceChange: InboxProps['onPreferenceChange'] = (change) =>
    this.#ask('tidings-preference-change', change)
  readonly #onScheduleChange: InboxProps['onScheduleChange'] = (schedule, change) =>
    this.#ask('tidings-schedule-change', { schedule, change })

  #draw(): void {
    const { handles: _handles, language, labels, ...rest } = this.#settings
    const given = Object.fromEntries(
      Object.entries(rest).filter(([, value]) => value !== undefined),
    ) as Partial<InboxProps>
    this.#root?.render(
      <Inbox
        key={this.#times}
        baseUrl="/api/inbox"
        queryClient={this.#queryClient}
        {...(language && { locale: language.locale })}
        {...given}
        subscriberId={rest.subscriberId}
        labels={language && labels ? { ...language.labels, ...labels } : (labels ?? language?.labels)}
        onOpen={this.#onOpen}
        onError={this.#onError}
        onAction={this.#isHandled('action') ? this.#onAction : undefined}
        onPreferenceChange={this.#isHandled('preference-change') ? this.#onPreferenceChange : undefined}
        onScheduleChange={this.#isHandled('schedule-change') ? this.#onScheduleChange : undefined}
      />,
    )
  }
}

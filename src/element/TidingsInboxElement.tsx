'use client'
import { createRoot, type Root } from 'react-dom/client'
import type { InboxClientOptions } from '../client/createInboxClient.ts'
import { Inbox } from '../components/Inbox.tsx'
import type { InboxLanguage } from '../components/labels.ts'
import css from '../styles/styles.css?inline'

/** On a server there are no elements: importing this must not fail there. */
const Base = typeof HTMLElement === 'undefined' ? (Object as unknown as typeof HTMLElement) : HTMLElement

const themes = ['light', 'dark', 'system'] as const
const layouts = ['popover', 'drawer'] as const
const densities = ['comfortable', 'compact'] as const

let sheet: CSSStyleSheet | undefined

/** A sheet made by script needs no `<style>`, so that a strict content security policy lets it pass. */
const styleSheet = () => {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
  }
  return sheet
}

/**
 * `<tidings-inbox subscriber-id="…" base-url="/api/inbox">`: the inbox for pages without React.
 *
 * Attributes: `subscriber-id` (none: nobody is signed in), `base-url`, `layout` ("popover", "drawer"), `theme` ("light",
 * "dark", "system"), `density` ("comfortable", "compact"), `locale`, `time-zone`, `poll-interval` (milliseconds).
 * Properties: `headers`, `language` (one of `tidings/languages/*`). Events, which bubble out of the shadow root:
 * `tidings-open` (`detail.notification`; `preventDefault()` stops the link), `tidings-action`
 * (`detail.notification`, `.button`, `.index`; give a promise to `detail.waitFor()` to show it at work) and
 * `tidings-error` (`detail.error`).
 */
export class TidingsInboxElement extends Base {
  static readonly observedAttributes = [
    'subscriber-id',
    'base-url',
    'layout',
    'theme',
    'density',
    'locale',
    'time-zone',
    'poll-interval',
  ]

  #root: Root | undefined
  #headers: InboxClientOptions['headers'] = undefined
  #language: InboxLanguage | undefined

  /** Sent with each request: see `createInboxClient`. */
  get headers(): InboxClientOptions['headers'] {
    return this.#headers
  }

  set headers(headers: InboxClientOptions['headers']) {
    this.#headers = headers
    this.#draw()
  }

  /** Its texts, and its locale where there is no attribute `locale`. Default: English texts. */
  get language(): InboxLanguage | undefined {
    return this.#language
  }

  set language(language: InboxLanguage | undefined) {
    this.#language = language
    this.#draw()
  }

  connectedCallback(): void {
    const shadow = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
    shadow.adoptedStyleSheets = [styleSheet()]
    this.#root = createRoot(shadow)
    this.#draw()
  }

  disconnectedCallback(): void {
    this.#root?.unmount()
    this.#root = undefined
  }

  attributeChangedCallback(): void {
    this.#draw()
  }

  #tell(name: string, detail: object): CustomEvent {
    const event = new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable: true })
    this.dispatchEvent(event)
    return event
  }

  #draw(): void {
    const pollInterval = Number(this.getAttribute('poll-interval') ?? Number.NaN)
    this.#root?.render(
      <Inbox
        subscriberId={this.getAttribute('subscriber-id')}
        baseUrl={this.getAttribute('base-url') ?? '/api/inbox'}
        theme={themes.find((theme) => theme === this.getAttribute('theme')) ?? 'system'}
        layout={layouts.find((layout) => layout === this.getAttribute('layout'))}
        density={densities.find((density) => density === this.getAttribute('density'))}
        labels={this.#language?.labels}
        locale={this.getAttribute('locale') ?? this.#language?.locale}
        timeZone={this.getAttribute('time-zone') ?? undefined}
        {...(pollInterval > 0 && { pollInterval })}
        {...(this.#headers && { headers: this.#headers })}
        onOpen={(notification, event) => {
          if (this.#tell('tidings-open', { notification }).defaultPrevented) event.preventDefault()
        }}
        onAction={async (notification, button, index) => {
          const waits: unknown[] = []
          const waitFor = (work: Promise<unknown>) => void waits.push(work)
          this.#tell('tidings-action', { notification, button, index, waitFor })
          await Promise.all(waits)
        }}
        onError={(error) => void this.#tell('tidings-error', { error })}
      />,
    )
  }
}

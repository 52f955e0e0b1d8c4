import type { Page } from 'puppeteer-core'
import type { Desktop } from './driver/startDesktop.ts'

/** How long Orca is silent after its last words, in milliseconds. It does not report that it has said everything. */
const silence = 700
/** Timeout for the first words, in milliseconds. */
const patience = 3_000
/** What Orca says, in which order, or not at all, depending on which of two events it handles first: its mode, the bell. */
const unsteady = new Set(['Browse mode', 'Focus mode', 'expanded'])

/** Between two looks at what Orca, a program of its own, has said. */
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** A person who uses a page by keyboard and listens to Orca. Writes down each key and what is said. */
export class Listener {
  readonly page: Page
  readonly #desktop: Desktop
  readonly #address: string
  readonly #query: Record<string, string>
  #script = ''

  /** @param query the parameters of each page. */
  constructor(page: Page, desktop: Desktop, address: string, query: Record<string, string>) {
    this.page = page
    this.#desktop = desktop
    this.#address = address
    this.#query = query
  }

  /** The steps of the journey so far, as text. */
  get script(): string {
    return this.#script
  }

  /** Starts the script of a journey. */
  begin(title: string) {
    this.#script = `${title}\n${'='.repeat(title.length)}\n`
  }

  /** Loads the page. Nothing is written down, because what is said while a page loads depends on its speed. */
  async load(query: Record<string, string> = {}) {
    const before = this.#desktop.said.length
    await this.page.goto(`${this.#address}?${new URLSearchParams({ ...this.#query, ...query })}`)
    // The code of the panel is loaded when the page is idle. Before that, the panel opens with a skeleton.
    await this.page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('panelContent')),
    )
    // The focus moves from the browser's toolbar into the page.
    this.#desktop.click(640, 600)
    // On a busy machine, Orca says so only after the click.
    const isLoaded = () => this.#desktop.said.slice(before).some((text) => text.startsWith('Finished loading'))
    for (const end = Date.now() + patience; !isLoaded() && Date.now() < end;) await pause(20)
    await this.#untilSilent(before, 0)
  }

  /** Presses keys, and writes each down with what is said. */
  async press(...keys: string[]) {
    for (const key of keys) await this.#step(`[${key}]`, () => this.#desktop.press(key))
  }

  /** Presses keys, and writes nothing down. */
  async skip(...keys: string[]) {
    for (const key of keys) {
      const before = this.#desktop.said.length
      this.#desktop.press(key)
      await this.#untilSilent(before, patience)
    }
  }

  /** Something happens without a key. */
  async happens(what: string, act: (page: Page) => Promise<unknown>) {
    await this.#step(`(${what})`, () => act(this.page))
  }

  async #step(name: string, act: () => unknown) {
    const { said } = this.#desktop
    const before = said.length
    await act()
    await this.#untilSilent(before, patience)
    const words = said.slice(before).filter((text) => !unsteady.has(text))
    this.#script += `\n${name}\n${(words.length > 0 ? words : ['…']).map((line) => `    ${line}\n`).join('')}`
  }

  /** Waits until something was said, at most a time, and then nothing. */
  async #untilSilent(before: number, longest: number) {
    const { said } = this.#desktop
    const end = Date.now() + longest
    while (said.length === before && Date.now() < end) await pause(20)
    for (let count = said.length, since = Date.now(); Date.now() - since < silence; await pause(20))
      if (said.length !== count) [count, since] = [said.length, Date.now()]
  }
}

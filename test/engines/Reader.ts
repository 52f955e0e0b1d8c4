import { mkdirSync, writeFileSync } from 'node:fs'
import { PNG } from 'pngjs'
import { expect } from 'vitest'
import type { EnginePage, Size } from './driver/Engine.ts'
import { look, type Sight } from './look.ts'

/** Locates an element: a selector, and its name or text if the selector matches several. */
export type Target = string | readonly [css: string, name: string]

const desktop: Size = { width: 1200, height: 800 }
/** Timeout in milliseconds, because CI machines have other load. */
const patience = 15_000
/** Every view with text and icons has more colors, including shades. An empty view has fewer. */
const fewestColors = 40

/** A person who uses a page in any engine: sees painted pixels, clicks and presses keys. */
export class Reader {
  readonly page: EnginePage
  readonly address: string
  /** Size of the visible part of a page, without scrollbars. */
  size: Size = desktop
  #pictures = 0
  readonly #title: string

  /**
   * @param address of the pages: see startPages.
   * @param title prefix of the screenshots' file names.
   */
  constructor(page: EnginePage, address: string, title: string) {
    this.page = page
    this.address = address
    this.#title = title.replaceAll(/[^\w-]+/g, '-')
  }

  /** A subscriber with notifications: see server/history.ts. */
  async subscribe(notifications: number): Promise<string> {
    const response = await fetch(`${this.address}/people?notifications=${notifications}`, { method: 'POST' })
    const { id } = (await response.json()) as { id: string }
    return id
  }

  /** Triggers an event for a subscriber. */
  async trigger(subscriber: string) {
    const response = await fetch(`${this.address}/events?subscriber=${subscriber}`, { method: 'POST' })
    expect(await response.json()).toMatchObject([{ status: 'processed' }])
  }

  /** A subscriber's notifications in the service, newest first. */
  async stored(subscriber: string, limit = 20): Promise<{ _id: string; read: boolean }[]> {
    const response = await fetch(
      `${this.address}/api/inbox/v1/subscribers/${subscriber}/notifications/feed?limit=${limit}`,
    )
    const { data } = (await response.json()) as { data: { _id: string; read: boolean }[] }
    return data
  }

  async open(path: string, size: Size = desktop) {
    await this.page.open(`${this.address}${path}`, size)
    const width = await this.page.evaluate(() => document.documentElement.clientWidth)
    this.size = { ...size, width }
  }

  async find(target: Target, nth = 0): Promise<Sight | null> {
    const [css, name] = typeof target === 'string' ? [target, null] : target
    return this.page.evaluate(look, css, name, nth)
  }

  /**
   * Waits until an element doesn't move, and checks that a person can see it: opaque, on top, inside the window.
   * @throws AssertionError that names the problem.
   */
  async see(target: Target, nth = 0): Promise<Sight> {
    const name = typeof target === 'string' ? target : target.join(' ')
    let sight: Sight | null = null
    const isSeen = async () => {
      sight = await this.find(target, nth)
      if (!sight) return `${name} is not in the page`
      if (sight.opacity < 1) return `${name} has an opacity of ${sight.opacity}`
      if (sight.isMoving) return `${name} is moving`
      if (sight.left >= sight.right || sight.top >= sight.bottom) return `${name} has no size`
      if (!sight.isOnTop) return `${name} is covered by ${sight.onTop}`
      return 'seen'
    }
    await expect.poll(isSeen, { timeout: patience, interval: 50 }).toBe('seen')
    if (!sight) throw new Error(`${name} has disappeared.`)
    return sight
  }

  /** Waits until an element does not exist. */
  async seeNo(target: Target) {
    await this.until(async () => (await this.find(target)) === null, `no ${String(target)}`)
  }

  /** Waits for a condition. */
  async until(isSo: () => Promise<boolean>, what: string) {
    await expect.poll(isSo, { timeout: patience, interval: 50, message: what }).toBe(true)
  }

  /** Waits until an attribute has a value. null: until it is not set. */
  async untilAttribute(target: Target, name: string, value: string | null) {
    const read = async () => (await this.find(target))?.attributes[name] ?? null
    await expect.poll(read, { timeout: patience, interval: 50, message: `${name} of ${String(target)}` }).toBe(value)
  }

  async untilFocused(target: Target) {
    await this.until(async () => (await this.find(target))?.isFocused ?? false, `the focus on ${String(target)}`)
  }

  /** Clicks the middle of a visible element. */
  async click(target: Target, nth = 0) {
    const { left, right, top, bottom } = await this.see(target, nth)
    await this.page.click({ x: (left + right) / 2, y: (top + bottom) / 2 })
  }

  /** Moves the pointer to the middle of a visible element. */
  async hover(target: Target) {
    const { left, right, top, bottom } = await this.see(target)
    await this.page.hover({ x: (left + right) / 2, y: (top + bottom) / 2 })
  }

  async press(...keys: string[]) {
    for (const key of keys) await this.page.press(key)
  }

  /**
   * Waits until an element is painted, and stores a screenshot in test-results/engines. WebKit's screenshots may be one
   * frame behind the page.
   */
  async seePainted(target: Target) {
    this.#pictures += 1
    const file = `test-results/engines/${this.#title}-${this.#pictures}.png`
    const countColors = async () => {
      const { left, top, right, bottom } = await this.see(target)
      const screenshot = await this.page.screenshot()
      mkdirSync('test-results/engines', { recursive: true })
      writeFileSync(file, screenshot)
      const { width, height, data } = PNG.sync.read(screenshot)
      const colors = new Set<number>()
      for (let y = Math.max(0, Math.ceil(top)); y < Math.min(bottom, height); y++)
        for (let x = Math.max(0, Math.ceil(left)); x < Math.min(right, width); x++)
          colors.add(data.readUInt32BE((y * width + x) * 4))
      return colors.size
    }
    await expect
      .poll(countColors, { timeout: patience, message: `colors of ${String(target)} in ${file}` })
      .toBeGreaterThan(fewestColors)
  }

  /** The problems that the page reported: errors, warnings, policy violations. */
  async complaints(): Promise<string[]> {
    const collected = await this.page.evaluate(() => (globalThis as unknown as { complaints: string[] }).complaints)
    return [...(await this.page.complaints()), ...collected]
  }
}

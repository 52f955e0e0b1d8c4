import type { CDPSession, Locator, Page } from '@playwright/test'
import { anyRequest, type Orchard } from './support/Orchard.ts'
import { expect, test } from './support/test.ts'

test.use({ viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true })

type Point = readonly [x: number, y: number]

/** A finger, with the touch events of the browser. */
class Finger {
  readonly #session: CDPSession
  #at: Point = [0, 0]

  private constructor(session: CDPSession) {
    this.#session = session
  }

  static async on(page: Page) {
    return new Finger(await page.context().newCDPSession(page))
  }

  async #touch(type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Point[]) {
    await this.#session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y]) => ({ x, y })) })
  }

  async press(at: Point) {
    this.#at = at
    await this.#touch('touchStart', [at])
  }

  /** Moves by a distance, in steps as a hand does. */
  async move([x, y]: Point) {
    const [startX, startY] = this.#at
    for (let step = 1; step <= 8; step++) {
      this.#at = [startX + (x * step) / 8, startY + (y * step) / 8]
      await this.#touch('touchMove', [this.#at])
    }
  }

  async release() {
    await this.#touch('touchEnd', [])
  }

  async drag(from: Point, by: Point) {
    await this.press(from)
    await this.move(by)
    await this.release()
  }
}

const boxOf = async (element: Locator) => (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }

const middleOf = async (element: Locator): Promise<Point> => {
  const { x, y, width, height } = await boxOf(element)
  return [x + width / 2, y + height / 2]
}

/** Opens the panel with an unread notification, and lays a finger ready. */
const openUnread = async (orchard: Orchard, page: Page) => {
  await orchard.happen('comment')
  const { _id: id } = await orchard.newest('maya')
  await orchard.openPanel()
  return { row: orchard.item(id), finger: await Finger.on(page) }
}

test.beforeEach(async ({ orchard }) => {
  await orchard.open()
  await orchard.settle('maya')
})

for (const [direction, toStart] of [
  ['ltr', -1],
  ['rtl', 1],
] as const)
  test.describe(`a row (${direction})`, () => {
    test('is marked as read and as unread by a finger that moves it to the start', async ({ orchard, page }) => {
      const { row, finger } = await openUnread(orchard, page)
      await orchard.panel.evaluate((panel, dir) => panel.setAttribute('dir', dir), direction)
      const read = async () => (await orchard.newest('maya')).read

      await finger.drag(await middleOf(row), [toStart * 120, 4])
      await expect(row).not.toHaveAttribute('data-unread')
      await expect.poll(read).toBe(true)
      await expect(row).not.toHaveAttribute('data-drag')
      // It has not opened.
      await expect(orchard.panel).toBeVisible()

      await finger.drag(await middleOf(row), [toStart * 120, 4])
      await expect(row).toHaveAttribute('data-unread')
      await expect.poll(read).toBe(false)
    })

    test('is archived by a finger that moves it to the end, and returns with “Undo”', async ({ orchard, page }) => {
      const { row, finger } = await openUnread(orchard, page)
      await orchard.panel.evaluate((panel, dir) => panel.setAttribute('dir', dir), direction)
      const { _id: id } = await orchard.newest('maya')
      const newest = async () => (await orchard.newest('maya'))._id

      await finger.drag(await middleOf(row), [-toStart * 120, 4])
      await expect(row).toHaveCount(0)
      await expect.poll(newest).not.toBe(id)

      await orchard.panel.getByRole('button', { name: 'Undo' }).click()
      await expect(row).toHaveAttribute('data-unread')
      await expect.poll(newest).toBe(id)
    })

    test('has its time beside its mark button', async ({ orchard, page }) => {
      const { row } = await openUnread(orchard, page)
      await orchard.panel.evaluate((panel, dir) => panel.setAttribute('dir', dir), direction)
      const time = await boxOf(row.locator('.tidings-time'))
      const button = row.locator('.tidings-item-row > .tidings-mark:not([data-action])')
      const mark = await boxOf(button)
      await expect(button).toHaveCSS('opacity', '1')
      if (direction === 'ltr') expect(time.x + time.width).toBeLessThanOrEqual(mark.x)
      else expect(time.x).toBeGreaterThanOrEqual(mark.x + mark.width)
    })
  })

test.describe('with times such as "12:00 PM", which are the longest', () => {
  test.use({ locale: 'en-US', viewport: { width: 320, height: 640 } })

  test('hours and their buttons fit on one line of a narrow phone', async ({ orchard }) => {
    await orchard.openPreferences()
    await orchard.panel.getByRole('button', { name: 'Edit' }).click()
    const [, hours] = await middleOf(orchard.panel.getByRole('combobox', { name: 'Monday, to' }).first())
    const [, remove] = await middleOf(orchard.panel.getByRole('button', { name: 'Remove Monday' }).first())
    expect(remove).toBeCloseTo(hours, 0)
  })
})

test('a row follows the finger, and says when letting go marks it', async ({ orchard, page }) => {
  const { row, finger } = await openUnread(orchard, page)
  const content = row.locator('.tidings-item-row')
  const before = (await content.boundingBox())?.x ?? 0

  await finger.press(await middleOf(row))
  await finger.move([-50, 0])
  await expect(row).toHaveAttribute('data-drag', '')
  // Chromium handles the last steps a frame later.
  await expect.poll(async () => (await content.boundingBox())?.x).toBeCloseTo(before - 50, 0)
  await finger.move([-40, 0])
  await expect(row).toHaveAttribute('data-drag', 'armed')
  // Back, and nothing happens.
  await finger.move([70, 0])
  await finger.release()
  await expect(row).not.toHaveAttribute('data-drag')
  await expect(row).toHaveAttribute('data-unread')
  await expect.poll(async () => (await content.boundingBox())?.x).toBeCloseTo(before, 0)
})

test('a finger that scrolls, or starts at the edge of the window, marks nothing', async ({ orchard, page }) => {
  const { row, finger } = await openUnread(orchard, page)
  const [x, y] = await middleOf(row)
  await finger.drag([12, y], [150, 0])
  await expect(row).toHaveAttribute('data-unread')
  await finger.drag([378, y], [-150, 0])
  await expect(row).toHaveAttribute('data-unread')
  await finger.drag([x, y + 250], [40, -200])
  await expect.poll(() => orchard.panel.locator('.tidings-feed').evaluate((feed) => feed.scrollTop)).toBeGreaterThan(50)
  await expect(orchard.panel.locator('[data-drag]')).toHaveCount(0)
  expect((await orchard.newest('maya')).read).toBe(false)
})

test('each button of a row has 36 pixels in both directions, and none covers another', async ({ orchard, page }) => {
  const { row } = await openUnread(orchard, page)
  const buttons = row.getByRole('button', { name: /^(Mark as read|More)$/ })
  await expect(buttons).toHaveCount(2)
  const sizes = await buttons.evaluateAll((elements) =>
    elements.map((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      const [x, y] = [(left + right) / 2, (top + bottom) / 2]
      const isHit = (...at: [number, number]) => document.elementFromPoint(...at)?.closest('button') === element
      const offsets = Array.from({ length: 50 }, (_, index) => index - 25)
      return [offsets.filter((by) => isHit(x + by, y)).length, offsets.filter((by) => isHit(x, y + by)).length]
    }),
  )
  expect(Math.min(...sizes.flat()), JSON.stringify(sizes)).toBeGreaterThanOrEqual(36)
})

test('the sheet follows a finger on its header, and closes far enough down', async ({ orchard, page }) => {
  await orchard.openPanel()
  const finger = await Finger.on(page)
  const title = await middleOf(orchard.panel.getByRole('heading', { name: 'Notifications' }))
  await finger.press(title)
  await finger.move([0, 60])
  await expect.poll(async () => (await orchard.panel.boundingBox())?.y).toBeCloseTo(60, 0)
  await finger.release()
  await expect.poll(async () => (await orchard.panel.boundingBox())?.y).toBe(0)

  // Down, and then further up than it was.
  await finger.press(title)
  await finger.move([0, 20])
  await finger.move([0, -110])
  await finger.release()
  await expect(orchard.panel).not.toHaveAttribute('data-drag')
  await expect(orchard.panel).toBeVisible()

  await finger.drag(title, [0, 140])
  await expect(orchard.panel).toBeHidden()
  await expect(orchard.bell).toBeFocused()
})

test('a list that is pulled down is fetched again', async ({ orchard, page }) => {
  await orchard.openPanel()
  const finger = await Finger.on(page)
  const feed = orchard.panel.locator('.tidings-feed')
  const start = await middleOf(orchard.items.first())
  await finger.press(start)
  await finger.move([0, 40])
  await expect(feed).toHaveAttribute('data-drag', '')
  await finger.move([0, 60])
  await expect(feed).toHaveAttribute('data-drag', 'armed')
  const request = page.waitForRequest(anyRequest('getFeed'))
  await finger.release()
  await request
  await expect(feed).not.toHaveAttribute('data-drag')
})

test('no field has text that a phone zooms into, also where the app has smaller text', async ({ orchard, page }) => {
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '14px'))
  await orchard.openPanel()
  const sizes = () =>
    orchard.panel
      .locator('input, select')
      .evaluateAll((fields) => fields.map((field) => getComputedStyle(field).fontSize))
  await orchard.items.first().getByRole('button', { name: 'More' }).click()
  await page.getByText('Choose date and time…').click()
  await expect.poll(sizes).toEqual(['16px'])
  await page.keyboard.press('Escape')
  await orchard.panel.getByRole('button', { name: 'Preferences' }).click()
  await orchard.panel.getByRole('button', { name: 'Edit' }).click()
  await expect.poll(async () => (await sizes()).length).toBeGreaterThan(3)
  expect(new Set(await sizes())).toEqual(new Set(['16px']))
})

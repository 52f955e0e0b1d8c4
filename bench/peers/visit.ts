import type { Browser, Page } from 'playwright'
import { median } from '../measure.ts'
import type { Place } from './listProbes.ts'

/** What one visit to a contestant's page measured, as far as it came. Times are in milliseconds. */
export interface Visit {
  /** From rendering to the paint of the first row. */
  first?: number
  /** Until the last row was loaded and painted. None after a minute. */
  all?: number
  elements?: number
  /** While scrolling from top to end in two seconds. */
  dropped?: number
  /** Share of these frames without a row in the middle. */
  blank?: number
  /** From the click to the changed row, and to its paint: the median of several rows. */
  mark?: number
  markPaint?: number
  /** From the click until no row is unread, and that is painted. */
  markAll?: number
}

const marks = 7
/** Some block their page for minutes. */
const timeout = 120_000

const measure = async (page: Page, count: number, isWhole: boolean, into: Visit): Promise<void> => {
  // Pointers rest before they click, as those of people do: some buttons appear only then.
  const click = async ({ x, y }: Place) => {
    await page.mouse.move(x, y)
    await page.waitForTimeout(60)
    await page.mouse.click(x, y)
  }
  const changed = () => page.evaluate(() => window.listProbes.changed())

  await page.waitForFunction(() => 'contestant' in window)
  into.first = await page.evaluate(() => window.listProbes.show())
  if (!isWhole) return
  into.all = await page.evaluate((last) => window.listProbes.loadAll(last), count)
  await page.evaluate(() => window.listProbes.toTop())
  into.elements = await page.evaluate(() => window.listProbes.elements())
  Object.assign(into, await page.evaluate(() => window.listProbes.scroll()))

  const each: { change: number; paint: number }[] = []
  for (let row = 0; row < marks; row++) {
    const place = await page.evaluate(() => window.listProbes.aimAtUnread())
    await page.mouse.move(place.x, place.y)
    await page.waitForTimeout(100)
    const menu = await page.evaluate(() => window.listProbes.menuOfTarget())
    if (menu) await click(menu)
    await page.waitForTimeout(menu ? 150 : 0)
    await click(await page.evaluate(() => window.listProbes.markOfTarget()))
    each.push(await changed())
    await page.waitForTimeout(300)
  }
  into.mark = median(each.map(({ change }) => change))
  into.markPaint = median(each.map(({ paint }) => paint))

  await page.evaluate(() => window.listProbes.toTop())
  const steps = await page.evaluate(() => window.contestant.markAll.length)
  for (let step = 0; step < steps; step++) {
    await click(await page.evaluate((at) => window.listProbes.markAllStep(at), step))
    await page.waitForTimeout(step < steps - 1 ? 400 : 0)
  }
  into.markAll = (await changed()).paint
}

/**
 * Opens the page with a new profile, and measures one thing after another.
 * @param isWhole whether to measure more than the first row.
 */
export const visit = async (browser: Browser, url: string, count: number, isWhole: boolean): Promise<Visit> => {
  const visited: Visit = {}
  const context = await browser.newContext({ viewport: { width: 1000, height: 800 } })
  const giveUp = setTimeout(() => void browser.close(), timeout)
  try {
    const page = await context.newPage()
    await page.goto(url)
    await measure(page, count, isWhole, visited)
  } catch (error) {
    // What it measured before counts.
    process.stdout.write(`${String(error).split('\n')[0]}\n`)
  } finally {
    clearTimeout(giveUp)
    await context.close().catch(() => undefined)
  }
  return visited
}

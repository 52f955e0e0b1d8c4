import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/** Records the names of the animations that start in a page, and how far layout shifts moved its content. */
const record = (page: Page) =>
  page.addInitScript(() => {
    const animated: string[] = []
    const animate = Element.prototype.animate
    Element.prototype.animate = function (...call) {
      animated.push('slide')
      return animate.apply(this, call)
    }
    const isPanel = ({ target }: Event) => (target as Element).matches('.tidings-panel')
    const onStart = (event: AnimationEvent) => animated.push(isPanel(event) ? 'panel' : event.animationName)
    const onRun = (event: TransitionEvent) =>
      animated.push(isPanel(event) ? `panel ${event.propertyName}` : event.propertyName)
    document.addEventListener('animationstart', onStart, true)
    document.addEventListener('transitionrun', onRun, true)
    Object.assign(globalThis, { animated, shifted: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        (globalThis as unknown as { shifted: number }).shifted += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })

const animated = (page: Page) => page.evaluate(() => (globalThis as unknown as { animated: string[] }).animated)
const shifted = (page: Page) => page.evaluate(() => (globalThis as unknown as { shifted: number }).shifted)

/** Brings all animations to their middle and to their end, as those do that start meanwhile. */
const settle = (page: Page) =>
  page.evaluate(async () => {
    const nextFrame = () => new Promise(requestAnimationFrame)
    const findMoving = () =>
      document
        .getAnimations()
        .filter(({ playState, effect }) => playState === 'running' && effect?.getTiming().iterations !== Infinity)
    // An animation starts in the frame after its element.
    await nextFrame()
    for (let moving = findMoving(); moving.length > 0; moving = findMoving())
      for (const share of [0.5, 1]) {
        for (const animation of moving)
          animation.currentTime = share * Number(animation.effect?.getComputedTiming().endTime)
        await nextFrame()
      }
    // The frame before is painted then, and its layout shifts are reported.
    await nextFrame()
  })

test.beforeEach(async ({ orchard, page }) => {
  await record(page)
  await orchard.open()
  await orchard.settle('maya')
})

test('with an arrival, the bell swings and its badge pops', async ({ orchard, page }) => {
  await orchard.openLive()
  await orchard.happen('comment')
  await orchard.expectCount(1)
  await expect.poll(() => animated(page)).toContain('tidings-swing')
  const swings = async () => (await animated(page)).filter((name) => name === 'tidings-swing').length
  const before = await swings()
  await orchard.happen('comment')
  await orchard.expectCount(2)
  await expect.poll(swings).toBe(before + 1)
})

test('rows make room for an arrival, and hardly shift the layout', async ({ orchard, page }) => {
  await orchard.openPanel()
  const before = await shifted(page)
  await orchard.happen('comment')
  const { _id: id } = await orchard.newest('maya')
  await expect(orchard.items.first()).toHaveAttribute('data-id', id)
  await expect.poll(() => animated(page)).toContain('slide')
  await settle(page)
  // The line "Earlier" appears. Without the slide, it is fifty times as much.
  expect((await shifted(page)) - before).toBeLessThan(0.001)
})

test('the rows below one that leaves "Unread" close the gap, and the dot of a read row shrinks', async ({
  orchard,
  page,
}) => {
  await orchard.happen('comment', 'mention')
  await orchard.openPanel()
  // Playwright may scroll the page while a row moves, and the click would miss.
  await settle(page)
  const first = orchard.items.first()
  await first.hover()
  await first.getByRole('button', { name: 'Mark as read' }).click()
  await expect.poll(() => animated(page)).toContain('scale')
  await orchard.happen('comment', 'mention')
  await orchard.tab('Unread').click()
  await expect(orchard.unread).toHaveCount(3)
  await settle(page)
  const slides = async () => (await animated(page)).filter((name) => name === 'slide').length
  const before = await slides()
  await first.hover()
  await first.getByRole('button', { name: 'Mark as read' }).click()
  await expect(orchard.unread).toHaveCount(2)
  await expect.poll(slides).toBeGreaterThan(before)
})

test('a panel that waited for its code enters once', async ({ orchard, page }) => {
  let letThrough = () => {}
  const opened = new Promise<void>((resolve) => (letThrough = resolve))
  await page.route(/panelContent/, async (route) => {
    await opened
    await route.continue()
  })
  await page.reload()
  await orchard.bell.click()
  await expect(orchard.panel.locator('.tidings-skeleton')).toBeVisible()
  await expect.poll(() => animated(page)).toContain('panel')
  letThrough()
  await expect(orchard.items.first()).toBeVisible()
  await settle(page)
  expect((await animated(page)).filter((name) => name === 'panel')).toHaveLength(1)
})

test('the panel fades when it closes, and then the bell has the focus', async ({ orchard, page }) => {
  await orchard.openPanel()
  await settle(page)
  await page.keyboard.press('Escape')
  await expect.poll(() => animated(page)).toContain('panel opacity')
  await expect(orchard.panel).toBeHidden()
  await expect(orchard.bell).toBeFocused()
})

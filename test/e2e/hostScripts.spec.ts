import { expect, test } from './support/test.ts'

/** What Prototype 1.7.3 and MooTools do to lists. */
const replaceListFunctions = () => {
  const toArray = (list: ArrayLike<unknown> | undefined) => (list ? Array.prototype.slice.call(list) : [])
  Object.assign(Array, { from: toArray })
  Object.assign(Array.prototype, {
    entries(this: unknown[]) {
      return this.slice()
    },
    first(this: unknown[]) {
      return this[0]
    },
  })
}

test('the inbox works on a page whose scripts replace functions of lists', async ({ orchard, page }) => {
  await page.addInitScript(replaceListFunctions)
  await orchard.open()
  await orchard.settle('maya')
  await orchard.happen('comment', 'comment')
  const { _id: id } = await orchard.newest('maya')
  await orchard.openPanel()
  await expect(orchard.item(id)).toHaveAttribute('data-unread')
  await orchard.item(id).hover()
  await orchard.item(id).getByRole('button', { name: 'Mark as read' }).click()
  await expect.poll(async () => (await orchard.newest('maya')).read).toBe(true)
  await orchard.panel.getByRole('button', { name: 'Preferences' }).click()
  const channel = orchard.panel.getByRole('switch').first()
  const isOn = (await channel.getAttribute('aria-checked')) === 'true'
  await channel.click()
  await expect(channel).toHaveAttribute('aria-checked', String(!isOn))
  await channel.click()
})

/** As Lenis, or any script that scrolls the page by itself. */
const scrollPage = () => {
  const scroll = (event: WheelEvent) => {
    event.preventDefault()
    scrollBy(0, event.deltaY)
  }
  addEventListener('wheel', scroll, { passive: false })
}

test('the list and the preferences scroll on a page whose scripts scroll it', async ({ orchard, page }) => {
  await page.addInitScript(scrollPage)
  await orchard.open()
  await orchard.openPanel()
  for (const name of ['feed', 'preferences']) {
    if (name === 'preferences') await orchard.panel.getByRole('button', { name: 'Preferences' }).click()
    const scroller = orchard.panel.locator(`.tidings-${name}`)
    await expect(scroller).toBeVisible()
    await scroller.hover()
    await page.mouse.wheel(0, 200)
    await expect.poll(() => scroller.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0)
    expect(await page.evaluate(() => scrollY)).toBe(0)
  }
})

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

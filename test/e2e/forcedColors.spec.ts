import { expect, test } from './support/test.ts'

test('the dot of an unread row has the system’s color in forced colors', async ({ orchard, page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await orchard.open()
  await orchard.settle('maya')
  await orchard.happen('comment')
  await orchard.openPanel()
  // The dot that shrinks when a row is read is above the one of the row.
  const [row, avatar] = await orchard.unread.first().evaluate((item) => {
    const colorOf = (part: string, pseudo?: string) => {
      const element = item.querySelector(part)
      return element && getComputedStyle(element, pseudo).backgroundColor
    }
    return [colorOf('.tidings-unread'), colorOf('span.tidings-avatar', '::after')]
  })
  expect(avatar).toBe(row)
})

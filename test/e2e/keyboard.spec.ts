import { expect, test } from './support/test.ts'

test('from the page load to a notification marked as read and back, without a pointer', async ({ orchard, page }) => {
  await orchard.open()
  await orchard.settle('maya')
  await orchard.happen('comment')
  const { _id: id } = await orchard.newest('maya')
  await orchard.expectCount(1)

  const press = async (key: string, until: () => Promise<boolean>) => {
    for (let presses = 0; presses < 30; presses++) {
      await page.keyboard.press(key)
      if (await until()) return
    }
    throw new Error(`${key} never moved the focus there.`)
  }
  const isFocused = (name: RegExp) => async () =>
    name.test((await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))) ?? '')

  await press('Tab', isFocused(/^Notifications/))
  await page.keyboard.press('Enter')
  await expect(orchard.panel).toBeVisible()
  await expect(orchard.bell).toHaveAttribute('aria-expanded', 'true')
  await expect(orchard.items.first()).toHaveAttribute('data-id', id)

  await press('Tab', isFocused(/^Mark as read$/))
  await expect(orchard.item(id).getByRole('button', { name: 'Mark as read' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(orchard.item(id)).not.toHaveAttribute('data-unread')
  await expect(orchard.item(id).getByRole('button', { name: 'Mark as unread' })).toBeFocused()

  await page.keyboard.press('Escape')
  await expect(orchard.panel).toBeHidden()
  await expect(orchard.bell).toBeFocused()
  await expect(orchard.bell).toHaveAttribute('aria-expanded', 'false')
  await expect.poll(async () => (await orchard.newest('maya')).read).toBe(true)
})

test('Page Down and Page Up move from row to row, Enter opens the row', async ({ orchard, page }) => {
  await orchard.open()
  await orchard.openPanel()
  const [, second] = await orchard.shownIds()
  await orchard.items.first().focus()
  await page.keyboard.press('PageDown')
  await expect(orchard.items.nth(1)).toBeFocused()
  await page.keyboard.press('PageUp')
  await expect(orchard.items.first()).toBeFocused()
  await page.keyboard.press('PageDown')
  const href = await orchard
    .item(second ?? '')
    .getByRole('link')
    .getAttribute('href')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(href ?? '')
  await expect(orchard.panel).toBeHidden()
})

test('Tab goes on from the row that was clicked, also after the pointer has left it', async ({ orchard, page }) => {
  await orchard.open()
  await orchard.settle('maya')
  await orchard.happen('comment', 'mention', 'comment')
  await orchard.openPanel()
  await expect(orchard.unread).toHaveCount(3)
  const [first, second, third] = (await orchard.shownIds()).map((id) => orchard.item(id))
  if (!first || !second || !third) throw new Error('The list has too few notifications.')
  const marks = page.getByRole('button', { name: /^Mark as (un)?read$/ })
  const [mark, markThird] = [marks.and(second.locator('*')), marks.and(third.locator('*'))]

  await second.hover()
  await mark.click()
  await page.keyboard.press('Shift+Tab')
  await expect(second.getByRole('link')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(mark).toBeFocused()

  await third.hover()
  await markThird.click()
  await first.hover()
  await expect(markThird).toBeFocused()
  await expect(mark).toHaveCSS('opacity', '0')
  for (const name of ['Archive', 'More']) {
    await page.keyboard.press('Tab')
    await expect(third.getByRole('button', { name })).toBeFocused()
  }
  await page.keyboard.press('Tab')
  await expect(orchard.panel.locator('[role="article"] :focus')).toHaveCount(0)
})

test('shortcuts: keys move, mark and open as soon as the panel is open, and “?” lists them', async ({
  orchard,
  page,
}) => {
  await orchard.open()
  await orchard.settle('maya')
  await orchard.happen('comment', 'mention')
  const { _id: newest } = await orchard.newest('maya')
  await orchard.openPanel()
  await expect(orchard.items.first()).toHaveAttribute('data-id', newest)
  const [first, second] = await orchard.shownIds()
  await page.keyboard.press('j')
  await expect(orchard.item(first ?? '')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(orchard.item(second ?? '')).toBeFocused()
  await page.keyboard.press('u')
  await expect(orchard.item(second ?? '')).not.toHaveAttribute('data-unread')
  await expect
    .poll(async () => (await orchard.fetchFeed('maya', { read: false })).data.map(({ _id }) => _id))
    .toEqual([first])
  await page.keyboard.press('z')
  await expect(orchard.item(second ?? '')).toHaveAttribute('data-unread')
  await expect(orchard.item(second ?? '')).toBeFocused()

  await page.keyboard.press('Shift+?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(help).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await expect(orchard.item(second ?? '')).toBeFocused()

  // Beyond the loaded and rendered rows.
  await page.keyboard.press('End')
  await expect(orchard.item(second ?? '')).toHaveCount(0)
  await expect(orchard.items.and(page.locator(':focus'))).toBeInViewport()
  await page.keyboard.press('Home')
  await expect(orchard.item(first ?? '')).toBeFocused()
  await expect(orchard.item(first ?? '')).toBeInViewport()

  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await expect(orchard.preferencesView).toBeVisible()
})

test('nothing covers the row or control that has the focus', async ({ orchard, page }) => {
  await orchard.open()
  await orchard.happen('comment', 'mention', 'comment')
  await orchard.openPanel()
  /** Space between the focused element and what floats over the edges of the list, in pixels. */
  const spaces = () =>
    page.evaluate(() => {
      const { top = 0, bottom = 0 } = document.activeElement?.getBoundingClientRect() ?? {}
      const [bar, notice, feed] = ['.tidings-feed-current', '.tidings-notice', '.tidings-feed'].map((part) =>
        document.querySelector(part)?.getBoundingClientRect(),
      )
      return { above: top - (bar?.bottom ?? feed?.top ?? 0), below: (notice?.top ?? feed?.bottom ?? 0) - bottom }
    })
  // The first row in view has its title below the bar, and Shift+Tab moves up to it.
  const row = orchard.items.and(page.locator('[tabindex="0"]'))
  for (const offset of [200, 333, 480, 700]) {
    await orchard.panel.getByRole('heading', { name: 'Notifications' }).focus()
    await orchard.panel.locator('.tidings-feed').evaluate((feed, top) => feed.scrollTo(0, top), offset)
    await expect(row).toBeInViewport()
    await row.getByRole('button', { name: /^Mark as/ }).evaluate((mark) => mark.focus({ preventScroll: true }))
    for (const part of ['link', 'row']) {
      await page.keyboard.press('Shift+Tab')
      expect([part, (await spaces()).above >= 0]).toEqual([part, true])
    }
  }

  await orchard.markAll.click()
  await expect(orchard.panel.getByRole('button', { name: 'Undo' })).toBeVisible()
  for (let presses = 0; presses < 9; presses++) {
    await page.keyboard.press('j')
    expect((await spaces()).below).toBeGreaterThanOrEqual(0)
  }
})

test('Escape leads from the preferences back to the row whose keys opened them', async ({ orchard, page }) => {
  await orchard.open()
  await orchard.openPanel()
  for (const key of ['j', 'j', 'j']) await page.keyboard.press(key)
  const row = orchard.item((await orchard.shownIds())[2] ?? '')
  await expect(row).toBeFocused()
  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await expect(orchard.panel.getByRole('heading', { name: 'Preferences' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(row).toBeFocused()
})

test('a mark by key is announced', async ({ orchard, page }) => {
  await orchard.open()
  await orchard.settle('maya')
  await orchard.happen('comment')
  await orchard.openPanel()
  await page.keyboard.press('j')
  await page.keyboard.press('u')
  await expect(page.getByRole('status').filter({ hasText: 'Marked as read' })).toBeAttached()
})

test('the divider is below the arrivals since the last visit, and a day can be marked as read as a whole', async ({
  orchard,
}) => {
  await orchard.open()
  await orchard.settle('maya')
  const { _id: newestBefore } = await orchard.newest('maya')
  await orchard.happen('comment', 'mention')
  await orchard.openPanel()
  await expect(orchard.item(newestBefore)).toContainText('Earlier')
  await orchard.panel.getByRole('button', { name: 'Mark Today as read' }).click()
  await expect.poll(async () => (await orchard.fetchFeed('maya', { read: false })).data).toEqual([])
  await expect(orchard.item(newestBefore)).toContainText('Earlier')
})

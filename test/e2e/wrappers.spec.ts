import type { Locator, Page } from '@playwright/test'
import { anyRequest } from './support/Orchard.ts'
import { expect, frameworks, test } from './support/wrapperTest.ts'

test.beforeEach(async ({ orchard }) => orchard.settle('maya'))

const flip = (page: Page, name: string) => page.getByLabel(name, { exact: true }).click()
/** A click that moves no focus, and that the panel in front of its target does not catch. */
const press = (target: Locator) => target.evaluate((element: HTMLElement) => element.click())
const ownRows = (page: Page) => page.locator('tidings-inbox .own-row')
/** The row of the app that a row of the element shows. */
const ownRow = (page: Page, id: string) => ownRows(page).filter({ hasText: id })

for (const framework of frameworks)
  test.describe(framework, () => {
    const address = `/wrapper/${framework}/`

    test('passes props and attributes, also those that change', { tag: '@slow' }, async ({ orchard, page }) => {
      await orchard.open(address)
      await expect(page.locator('tidings-inbox')).toHaveClass('own-inbox')
      const read = () =>
        page.evaluate(() => {
          const { subscriberId, density, handles } = document.querySelector('tidings-inbox') ?? {}
          return { subscriberId, density, handles }
        })
      expect(await read()).toEqual({ subscriberId: 'maya', density: undefined, handles: undefined })
      await flip(page, 'compact')
      expect(await read()).toMatchObject({ density: 'compact' })
      await flip(page, 'compact')
      await flip(page, 'acts')
      expect(await read()).toEqual({ subscriberId: 'maya', density: undefined, handles: 'action' })
    })

    test('opens and closes the panel with the app, which may prevent it', async ({ orchard, page }) => {
      await orchard.open(address)
      const isOpen = page.getByLabel('open', { exact: true })
      await expect(page.locator('tidings-inbox > [slot=bell]')).toBeVisible()
      await expect(orchard.bell.locator('.tidings-icon')).toBeHidden()
      await orchard.openPanel()
      await expect(isOpen).toBeChecked()
      await expect(page.getByRole('link', { name: 'All notifications' })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(isOpen).not.toBeChecked()
      await flip(page, 'open')
      await expect(orchard.panel).toBeVisible()
      await page.keyboard.press('Escape')
      await flip(page, 'vetoes')
      await orchard.bell.click()
      await expect(page.locator('output')).toHaveText(/(will be \w+\s*)*will be open$/)
      await expect(orchard.panel).toBeHidden()
      await expect(isOpen).not.toBeChecked()
    })

    test('renders rows, which follow the notification and the app', async ({ orchard, page }) => {
      await orchard.happen('comment', 'mention')
      await orchard.open(address)
      await orchard.openPanel()
      const [first = ''] = await orchard.shownIds()
      const row = ownRow(page, first)
      await expect(row).toContainText('is unread')
      await row.getByRole('button').click()
      await expect(row.getByRole('button')).toHaveText('Clicks: 1')
      await row.getByRole('button').focus()
      await press(page.getByRole('button', { name: 'Rename' }))
      await expect(row).toContainText(`Note ${first}`)
      await expect(row.getByRole('button')).toHaveText('Clicks: 1')
      await orchard.item(first).hover()
      await page.evaluate(() => document.querySelector<HTMLElement>('.own-row button')?.focus())
      await press(orchard.item(first).getByRole('button', { name: 'Mark as read' }))
      await expect(row).toContainText('is read')
      // The focused button is gone.
      await expect(orchard.item(first)).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page.locator('output')).toContainText(`opened ${first}`)
    })

    test('removes rows, and renders default ones without its slot', { tag: '@slow' }, async ({ orchard, page }) => {
      await orchard.happen('comment')
      await orchard.open(address)
      await orchard.openPanel()
      const [first = ''] = await orchard.shownIds()
      await expect(ownRow(page, first)).toBeVisible()
      const count = await ownRows(page).count()
      expect(count).toBeGreaterThan(0)
      await flip(page, 'rows')
      await orchard.openPanel()
      await expect(ownRows(page)).toHaveCount(0)
      await expect(orchard.item(first).locator('.tidings-item-title')).toBeVisible()
      await page.keyboard.press('Escape')
      await flip(page, 'rows')
      await orchard.openPanel()
      await expect(ownRow(page, first)).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(ownRows(page)).toHaveCount(0)
      const countSlotted = () => page.evaluate(() => document.querySelector('tidings-inbox')?.children.length)
      // The bell and the footer.
      await expect.poll(countSlotted).toBe(2)
      await flip(page, 'shown')
      await expect(page.locator('tidings-inbox')).toHaveCount(0)
    })

    test('leaves a row to the element if it renders nothing', { tag: '@slow' }, async ({ orchard, page }) => {
      await orchard.happen('comment', 'mention')
      await orchard.open(address)
      await flip(page, 'unreadOnly')
      await orchard.openPanel()
      const [first = '', second = ''] = await orchard.shownIds()
      await expect(ownRow(page, second)).toBeVisible()
      const titleOf = (id: string) => orchard.item(id).locator('.tidings-item-title')
      await orchard.item(first).hover()
      await orchard.item(first).getByRole('button', { name: 'Mark as read' }).click()
      await expect(titleOf(first)).toBeVisible()
      await expect(titleOf(second)).toHaveCount(0)
      await orchard.item(first).getByRole('button', { name: 'Mark as unread' }).click()
      await expect(ownRow(page, first)).toBeVisible()
      await expect(titleOf(first)).toHaveCount(0)
      await expect(page.locator('output')).not.toContainText('error')
    })

    test(
      'falls back to the default row on an error, and renders the next notification',
      { tag: '@slow' },
      async ({ orchard, page }) => {
        await orchard.happen('comment')
        await orchard.open(address)
        await flip(page, 'broken')
        await orchard.openPanel()
        const [first = ''] = await orchard.shownIds()
        await expect(orchard.item(first).locator('.tidings-item-title')).toBeVisible()
        await expect(page.locator('output')).toContainText('error: broken row')
        await expect(ownRows(page)).toHaveCount(0)
        await press(page.getByLabel('broken', { exact: true }))
        await orchard.item(first).hover()
        await orchard.item(first).getByRole('button', { name: 'Mark as read' }).click()
        await expect(ownRow(page, first)).toContainText('is read')
        // A row that breaks later.
        await press(page.getByLabel('broken', { exact: true }))
        await expect(orchard.item(first).locator('.tidings-item-title')).toBeVisible()
      },
    )

    test('waits for the work of a listener', { tag: '@slow' }, async ({ orchard, page }) => {
      await orchard.happen('invitation')
      const { _id: id } = await orchard.newest('maya')
      let store = () => {}
      const isStored = new Promise<void>((resolve) => (store = resolve))
      await page.route('**/wrapper/answers', async (route) => {
        await isStored
        await route.fulfill({ status: 204 })
      })
      await orchard.open(address)
      await flip(page, 'rows')
      await orchard.openPanel()
      await expect(orchard.item(id).getByRole('link', { name: 'Accept' })).toBeVisible()
      await page.keyboard.press('Escape')
      await flip(page, 'acts')
      await orchard.openPanel()
      await orchard.item(id).getByRole('button', { name: 'Accept' }).click()
      await expect(orchard.item(id)).toContainText('Working…')
      store()
      await expect(orchard.item(id)).not.toContainText('Working…')
      await expect(page.locator('output')).toContainText('acts on Accept')
    })

    test('refreshes', { tag: '@slow' }, async ({ orchard, page }) => {
      await orchard.openLive(address)
      const request = page.waitForRequest(anyRequest('getFeed'))
      await page.getByRole('button', { name: 'Refresh' }).click()
      await request
      await expect(page.locator('output')).toContainText('refreshed')
    })

    test('shows a page without a bell', { tag: '@slow' }, async ({ orchard, page }) => {
      await orchard.happen('comment')
      await page.goto(address)
      await flip(page, 'page')
      const first = page.locator('tidings-inbox-page .own-row').first()
      await expect(first).toBeVisible()
      await expect(orchard.bell).toHaveCount(0)
      await expect(page.getByRole('link', { name: 'All notifications' })).toBeVisible()
    })
  })

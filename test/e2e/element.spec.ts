import type { Page } from '@playwright/test'
import type { TidingsInboxEventMap } from '../../src/element/index.ts'
import { expect, test } from './support/elementTest.ts'
import { Orchard } from './support/Orchard.ts'

/** The page with the element: see support/elementTest.ts. */
const address = '/element/'

/** Handles the buttons as a page would, and stores the answers in the demo. */
const handleActions = (page: Page) =>
  page.evaluate(() => {
    const post = async (path: string, body: unknown) => {
      const response = await fetch(path, { method: 'POST', body: JSON.stringify(body) })
      if (!response.ok) throw new Error(`${path}: status ${response.status}`)
    }
    document.addEventListener('tidings-action', (event) => {
      const { notification, button, waitFor } = (event as TidingsInboxEventMap['tidings-action']).detail
      const answer = button.type === 'primary' ? 'accepted' : 'declined'
      waitFor(post(`/api/invitations/${String(notification.payload?.['invitationId'])}`, { answer }))
    })
  })

test.beforeEach(async ({ orchard }) => orchard.settle('maya'))

const isStream = (message: { url: () => string }) => new URL(message.url()).pathname.endsWith('/live')

test('the badge covers the corner of the bell, as in React', async ({ orchard }) => {
  await orchard.happen('comment')
  await orchard.open(address)
  await orchard.expectCount(1)
  const [bell, badge] = [await orchard.bell.boundingBox(), await orchard.bell.locator('.tidings-badge').boundingBox()]
  expect(badge && bell && { top: badge.y - bell.y, right: badge.x + badge.width - bell.x - bell.width }).toEqual({
    top: -3,
    right: 0,
  })
  await expect(orchard.bell.locator('.tidings-icon')).toHaveCSS('width', '20px')
})

test('the bell opens the panel with its rows, and Escape returns the focus', async ({ orchard, page }) => {
  await orchard.happen('comment', 'mention')
  const all = (await orchard.everything('maya')).map(({ _id }) => _id)
  await orchard.open(address)
  await orchard.expectCount(2)
  await orchard.openPanel()
  await expect(orchard.bell).toHaveAttribute('aria-expanded', 'true')
  await expect(orchard.unread).toHaveCount(2)
  expect(await orchard.scrolledIds()).toEqual(all)
  await page.keyboard.press('Escape')
  await expect(orchard.panel).toBeHidden()
  await expect(orchard.bell).toBeFocused()

  await orchard.openPanel()
  await page.getByRole('button', { name: 'After' }).click()
  await expect(orchard.panel).toBeHidden()
  await orchard.openPanel()
  await orchard.bell.click()
  await expect(orchard.panel).toBeHidden()
})

test('rows are marked one by one, all at once, and reverted', async ({ orchard }) => {
  await orchard.happen('comment', 'mention', 'security')
  const unread = async () => (await orchard.fetchFeed('maya', { read: false })).data.map(({ _id }) => _id)
  const [first = '', ...others] = await unread()
  await orchard.open(address)
  await orchard.openPanel()
  await orchard.item(first).hover()
  await orchard.item(first).getByRole('button', { name: 'Mark as read' }).click()
  await expect(orchard.item(first)).not.toHaveAttribute('data-unread')
  await expect.poll(unread).toEqual(others)

  await orchard.markAll.click()
  await expect(orchard.unread).toHaveCount(0)
  await expect.poll(unread).toEqual([])
  await orchard.panel.getByRole('button', { name: 'Undo' }).click()
  await expect(orchard.unread).toHaveCount(2)
  await expect.poll(unread).toEqual(others)
})

test('keys move, mark, list the shortcuts, show the preferences and go back', async ({ orchard, page }) => {
  await orchard.happen('comment', 'mention')
  await orchard.open(address)
  await orchard.openPanel()
  const [first = '', second = ''] = await orchard.shownIds()
  await page.keyboard.press('j')
  await expect(orchard.item(first)).toBeFocused()
  await page.keyboard.press('j')
  await expect(orchard.item(second)).toBeFocused()
  await page.keyboard.press('k')
  await expect(orchard.item(first)).toBeFocused()
  await page.keyboard.press('u')
  await expect(orchard.item(first)).not.toHaveAttribute('data-unread')
  await expect.poll(async () => (await orchard.newest('maya')).read).toBe(true)

  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(help).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await expect(orchard.item(first)).toBeFocused()

  await page.keyboard.press('End')
  await expect(orchard.items.and(page.locator(':focus'))).toBeInViewport()
  await expect(orchard.item(first)).toHaveCount(0)
  await page.keyboard.press('Home')
  await expect(orchard.item(first)).toBeFocused()

  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await expect(orchard.preferencesView).toBeVisible()
  await expect(orchard.panel.getByRole('heading', { name: 'Preferences' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(orchard.feed).toBeVisible()
})

test('the focus moves to the next row when the focused one leaves the list', async ({ orchard, page }) => {
  await orchard.happen('comment', 'mention', 'security')
  await orchard.open(address)
  await orchard.openPanel()
  await orchard.tab('Unread').click()
  await expect(orchard.items).toHaveCount(3)
  const [first = '', second = '', third = ''] = await orchard.shownIds()
  await orchard.item(first).focus()
  await page.keyboard.press('j')
  await expect(orchard.item(second)).toBeFocused()
  await page.keyboard.press('u')
  await expect(orchard.item(second)).toHaveCount(0)
  await expect(orchard.item(third)).toBeFocused()
  await page.keyboard.press('u')
  await expect(orchard.item(third)).toHaveCount(0)
  await expect(orchard.item(first)).toBeFocused()
})

test('the page runs the action of a button, whose row takes the focus', async ({ orchard, page }) => {
  await orchard.happen('invitation')
  const { _id: id, cta } = await orchard.newest('maya')
  await orchard.open(address)
  await handleActions(page)
  await orchard.openPanel()
  const accept = orchard.item(id).getByRole('button', { name: 'Accept' })
  await accept.focus()
  await page.keyboard.press('Enter')
  const result = orchard.item(id).getByText(cta.action?.buttons?.[0]?.resultContent ?? '', { exact: true })
  await expect(result).toBeVisible()
  await expect(orchard.item(id)).toBeFocused()
  await expect(accept).toHaveCount(0)
  await expect(orchard.item(id)).not.toHaveAttribute('data-unread')
})

test('a link reports the notification, and the page can navigate by itself', async ({ orchard, page }) => {
  await orchard.happen('comment')
  const { _id: id, cta } = await orchard.newest('maya')
  await orchard.open(address)
  await page.evaluate(() => {
    document.addEventListener(
      'tidings-open',
      (event) => {
        event.preventDefault()
        document.title = (event as TidingsInboxEventMap['tidings-open']).detail.notification._id
      },
      { once: true },
    )
  })
  await orchard.openPanel()
  const link = orchard.item(id).getByRole('link').first()
  await link.click()
  await expect(page).toHaveTitle(id)
  await expect.poll(async () => (await orchard.newest('maya')).read).toBe(true)
  expect(new URL(page.url()).pathname).toBe(address)

  await orchard.open(address)
  await orchard.openPanel()
  await link.click()
  await expect(page).toHaveURL(cta.data?.url ?? '')
})

test('preferences and delivery hours are edited and stored', async ({ orchard, page }) => {
  const inApp = orchard.panel.getByRole('list', { name: 'Comments' }).getByRole('switch', { name: 'In-app' })
  const saturday = orchard.panel.getByRole('switch', { name: 'Saturday' })
  const start = orchard.panel.getByRole('combobox', { name: 'Monday, from' }).first()
  const open = async () => {
    await orchard.open(address)
    await orchard.openPreferences()
    await orchard.panel.getByRole('button', { name: 'Edit' }).click()
  }
  const stored = () => page.waitForResponse((response) => response.request().method() === 'PATCH')
  const change = async (act: () => Promise<unknown>) => {
    const response = stored()
    await act()
    expect((await response).status()).toBe(200)
  }

  await open()
  await change(() => inApp.click())
  await expect(inApp).not.toBeChecked()
  await change(() => saturday.click())
  await expect(saturday).toBeChecked()
  await change(() => start.selectOption({ label: '09:15' }))

  await open()
  await expect(inApp).not.toBeChecked()
  await expect(saturday).toBeChecked()
  await expect(start.locator('option:checked')).toHaveText('09:15')
  await change(() => inApp.click())
  await change(() => saturday.click())
  await change(() => start.selectOption({ label: '08:30' }))

  await page.route('**/preferences', (route) => route.fulfill({ status: 422, json: {} }))
  orchard.expectedErrors.push(/status of 422/)
  await inApp.click()
  await expect(orchard.panel.getByText('This could not be saved.')).toBeVisible()
  await expect(inApp).toBeChecked()
})

test('an arrival shows without a poll: on the bell, and in the open panel', async ({ orchard }) => {
  await orchard.openLive(address)
  await orchard.happen('comment')
  // Polls are more than ten seconds apart.
  await orchard.expectCount(1)

  await orchard.openPanel()
  // By its id, since rows above the view leave the document.
  const anchor = orchard.item((await orchard.shownIds())[7] ?? '')
  await anchor.scrollIntoViewIfNeeded()
  const before = await anchor.boundingBox()
  await orchard.happen('mention')
  const { _id: id } = await orchard.newest('maya')
  const pill = orchard.panel.getByRole('button', { name: '1 new notification' })
  await expect(pill).toBeVisible()
  // A margin replaces the rows that have left above. Browsers round it to 1/64 of a pixel.
  expect((await anchor.boundingBox())?.y).toBeCloseTo(before?.y ?? Number.NaN, 1)
  await pill.click()
  await expect(orchard.items.first()).toHaveAttribute('data-id', id)
})

test('theme, variables, parts, language and layout follow the page', async ({ orchard, page }) => {
  await orchard.open(address)
  await orchard.openPanel()
  const look = () =>
    orchard.panel.evaluate((panel) => {
      const { backgroundColor, borderTopLeftRadius } = getComputedStyle(panel)
      return { backgroundColor, borderTopLeftRadius }
    })
  const light = await look()
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('tidings-inbox { --tidings-radius: 3px } tidings-inbox::part(title) { color: rgb(1, 2, 3) }')
    document.adoptedStyleSheets.push(sheet)
    document.querySelector('tidings-inbox')?.setAttribute('theme', 'dark')
  })
  await expect.poll(async () => (await look()).backgroundColor).not.toBe(light.backgroundColor)
  await expect.poll(async () => (await look()).borderTopLeftRadius).not.toBe(light.borderTopLeftRadius)
  await expect(orchard.panel.getByRole('heading', { name: 'Notifications' })).toHaveCSS('color', 'rgb(1, 2, 3)')

  await page.evaluate(async () => {
    const path = '/element/languages/de.js'
    const { german } = (await import(path)) as typeof import('../../src/languages/de.ts')
    const element = document.querySelector('tidings-inbox')
    if (element) Object.assign(element, { language: german, layout: 'drawer' })
  })
  const drawer = page.getByRole('dialog', { name: 'Benachrichtigungen' })
  await expect(drawer.getByRole('heading', { name: 'Benachrichtigungen' })).toBeVisible()
  await expect(drawer).toHaveAttribute('data-layout', 'drawer')
})

test('the properties that a page sets in one task are rendered once', async ({ orchard, page }) => {
  await orchard.open(address)
  const changes = await page.evaluate(() => {
    const element = document.querySelector('tidings-inbox')
    const root = element?.shadowRoot?.querySelector('.tidings')
    if (!element || !root) throw new Error('The page has no inbox.')
    const names: (string | null)[] = []
    const untilLast = new Promise<void>((resolve) =>
      new MutationObserver((records) => {
        names.push(...records.map(({ attributeName }) => attributeName))
        if (names.includes('data-tidings-density')) resolve()
      }).observe(root, { attributes: true }),
    )
    element.theme = 'light'
    element.theme = 'dark'
    element.density = 'compact'
    return untilLast.then(() => names)
  })
  expect(changes).toEqual(['data-tidings-theme', 'data-tidings-density'])
})

test('rows that arrive after properties have changed have ids of their own', async ({ orchard, page }) => {
  await orchard.happen('comment')
  await orchard.openLive(address)
  await orchard.openPanel()
  for (const density of ['compact', 'comfortable', 'compact'] as const) {
    await page.evaluate((next) => {
      const element = document.querySelector('tidings-inbox')
      if (element) element.density = next
    }, density)
    await expect(page.locator('tidings-inbox .tidings').first()).toHaveAttribute('data-tidings-density', density)
  }
  const { _id: previous } = await orchard.newest('maya')
  await orchard.happen('mention')
  await expect(orchard.items.first()).not.toHaveAttribute('data-id', previous)
  const repeated = await orchard.panel.evaluate((panel) => {
    const ids = Array.from((panel.getRootNode() as ShadowRoot).querySelectorAll('[id]'), ({ id }) => id)
    return ids.filter((id, index) => ids.indexOf(id) !== index)
  })
  expect(repeated).toEqual([])
})

test('another subscriber sees nothing of the previous one', async ({ orchard, page }) => {
  await orchard.happen('mention')
  await orchard.open(address)
  await orchard.openPanel()
  await expect(orchard.feed).toContainText('@Maya')
  await page.request.post('/api/sign-in', { data: { person: 'tomas' } })
  await orchard.settle('tomas')
  await page.evaluate(() => {
    const element = document.querySelector('tidings-inbox')
    if (element) element.subscriberId = 'tomas'
  })
  await expect(orchard.panel).toBeHidden()
  await orchard.expectCount(0)
  await orchard.openPanel()
  const tomas = new Set((await orchard.everything('tomas')).map(({ _id }) => _id))
  await expect(orchard.items.first()).toBeVisible()
  expect((await orchard.shownIds()).filter((id) => !tomas.has(id))).toEqual([])
})

test('a removed element ends its stream and is empty, and works when it is inserted again', async ({
  orchard,
  page,
}) => {
  const live = page.waitForRequest(isStream)
  await orchard.open(address)
  const stream = await live
  await orchard.openPanel()
  await expect(orchard.items.first()).toBeVisible()
  const ended = page.waitForEvent('requestfailed', (request) => request === stream)
  const root = await page.evaluateHandle(() => {
    const element = document.querySelector('tidings-inbox')
    element?.remove()
    return element
  })
  await ended
  expect(await root.evaluate((element) => element?.shadowRoot?.childElementCount)).toBe(0)

  const liveAgain = page.waitForResponse(isStream)
  await root.evaluate((element) => element && document.querySelector('main')?.append(element))
  await liveAgain
  await orchard.happen('comment')
  await orchard.expectCount(1)
  await orchard.openPanel()
  await expect(orchard.items.first()).toBeVisible()
})

test('rows that the page renders have its styles, their name, and the keys and clicks of a row', async ({
  orchard,
  page,
}) => {
  await orchard.happen('comment', 'mention')
  await orchard.open(address)
  await page.locator('tidings-inbox').evaluate((element: HTMLElementTagNameMap['tidings-inbox']) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('.ours { color: rgb(1, 2, 3) }')
    document.adoptedStyleSheets = [sheet]
    element.addEventListener('tidings-open', (event) => event.preventDefault())
    element.renderItem = (container, { _id, read }) => {
      const text = document.createElement('p')
      text.className = 'ours'
      text.textContent = `Row ${_id}`
      const button = document.createElement('button')
      button.textContent = read ? 'Was read' : 'Was unread'
      container.replaceChildren(text, button)
    }
  })
  await orchard.openPanel()
  const ids = (await orchard.everything('maya')).map(({ _id }) => _id)
  const [first, second] = [0, 1].map((index) => page.getByRole('article', { name: `Row ${ids[index]}` }))
  if (!first || !second) throw new Error('There are no rows.')
  await expect(page.locator('.ours').first()).toHaveCSS('color', 'rgb(1, 2, 3)')

  // From a control in one row, the keys move on to the next, and mark it.
  const button = page.getByRole('button', { name: 'Was unread' }).first()
  await button.focus()
  await page.keyboard.press('j')
  await expect(second).toBeFocused()
  await page.keyboard.press('k')
  await expect(first).toBeFocused()
  await button.focus()
  await page.keyboard.press('u')
  await expect(first).not.toHaveAttribute('data-unread')
  // The focused control was replaced.
  await expect(first).toBeFocused()
  // The ring is around its content, below the heading.
  await expect(first).toHaveCSS('outline-style', 'none')

  await page.getByText(`Row ${ids[1]}`).click()
  await expect.poll(async () => (await orchard.everything('maya'))[1]?.read).toBe(true)
})

test('the page element fills its container with the list', async ({ orchard, page }) => {
  await orchard.happen('comment')
  await orchard.open(address)
  await page.evaluate(() => {
    const element = document.createElement('tidings-inbox-page')
    element.subscriberId = 'maya'
    document.querySelector('main')?.append(element)
  })
  const inbox = page.getByRole('region', { name: 'Notifications' })
  await expect(inbox.getByRole('article').first()).toBeVisible()
  await expect(inbox).toHaveCSS('display', 'flex')
  await inbox.getByRole('button', { name: 'Preferences' }).click()
  await expect(inbox.getByRole('switch').first()).toBeVisible()
})

test('an iframe of another site is live, although the browser refuses locks, storage and channels', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const [session] = await context.cookies()
  if (!session) throw new Error('There is no session.')
  // Browsers send no other cookie to a frame of another site.
  await context.addCookies([{ ...session, sameSite: 'None', secure: true }])
  // Browsers that block storage of other sites do so.
  await context.addInitScript(() => {
    if (self === top) return
    const refuse = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    }
    LockManager.prototype.request = async () => refuse()
    for (const name of ['localStorage', 'indexedDB', 'BroadcastChannel'])
      Object.defineProperty(self, name, { get: refuse })
  })
  const inFrame = new URL(address, baseURL)
  // "localhost" and "127.0.0.1" are different sites.
  const host = `http://localhost:${inFrame.port}/host`
  await context.route(host, (route) =>
    route.fulfill({ contentType: 'text/html', body: `<iframe src="${inFrame.href}"></iframe>` }),
  )
  const stream = page.waitForResponse(isStream)
  await page.goto(host)
  expect((await stream).status()).toBe(200)
  const other = await browser.newContext()
  await other.addCookies([session])
  const phone = new Orchard(await other.newPage())
  await phone.happen('comment')
  // Before the next poll, which is 30 seconds away.
  await expect(page.frameLocator('iframe').getByRole('button', { name: /^Notifications, 1 new/ })).toBeVisible()
  await other.close()
})

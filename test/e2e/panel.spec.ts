import { anyRequest } from './support/Orchard.ts'
import { expect, test } from './support/test.ts'

test('Escape closes the innermost layer: the panel, then the host app’s popover around its bell', async ({
  orchard,
  page,
}) => {
  await orchard.open()
  await page.evaluate(() => {
    const header = document.querySelector<HTMLElement>('header')
    if (!header) throw new Error('The page has no header.')
    header.popover = 'auto'
    header.showPopover()
  })
  const isHostOpen = () => page.evaluate(() => document.querySelector('header')?.matches(':popover-open'))
  await orchard.openPanel()
  // A press in the panel is not outside the host app's popover.
  await orchard.tab('Unread').click()
  expect(await isHostOpen()).toBe(true)
  await page.keyboard.press('Escape')
  await expect(orchard.panel).toBeHidden()
  await expect(orchard.bell).toBeFocused()
  expect(await isHostOpen()).toBe(true)
  await page.keyboard.press('Escape')
  expect(await isHostOpen()).toBe(false)
})

test('a modal dialog of the host app around the bell stays open when Escape closes the panel in it', async ({
  orchard,
  page,
}) => {
  await orchard.open()
  await page.evaluate(() => {
    const header = document.querySelector('header')
    const dialog = document.createElement('dialog')
    header?.replaceWith(dialog)
    if (header) dialog.append(header)
    dialog.showModal()
  })
  await orchard.openPanel()
  await expect(orchard.items.first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(orchard.panel).toBeHidden()
  await expect(page.locator('dialog')).toHaveJSProperty('open', true)
  await page.keyboard.press('Escape')
  await expect(page.locator('dialog')).toHaveJSProperty('open', false)
})

test('an opening menu of the host app replaces the panel', async ({ orchard, page }) => {
  await orchard.open()
  await page.evaluate(() => {
    document.body.insertAdjacentHTML(
      'beforeend',
      '<button popovertarget="menu">Menu</button><div id="menu" popover><button>Item</button></div>',
    )
  })
  await orchard.openPanel()
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('button', { name: 'Item' })).toBeVisible()
  await expect(orchard.panel).toBeHidden()
  // And vice versa: the panel replaces the menu.
  await orchard.openPanel()
  await expect(page.getByRole('button', { name: 'Item' })).toBeHidden()
  await expect(orchard.panel).toBeVisible()
})

test('a click into an iframe of the host app closes the panel, unless the iframe is in it', async ({
  orchard,
  page,
}) => {
  await orchard.open()
  const addFrame = (around: Element) => {
    const frame = document.createElement('iframe')
    frame.srcdoc = '<p>An editor'
    around.append(frame)
  }
  await page.locator('main').evaluate(addFrame)
  await orchard.openPanel()
  await orchard.panel.evaluate(addFrame)
  const isInFrame = () => page.evaluate(() => document.activeElement?.tagName === 'IFRAME')
  await orchard.panel.locator('iframe').click()
  expect(await isInFrame()).toBe(true)
  await expect(orchard.panel).toBeVisible()
  await orchard.panel.getByRole('heading', { name: 'Notifications' }).click()
  // Another app has the focus, or the developer tools.
  await page.evaluate(() => window.dispatchEvent(new Event('blur')))
  await expect(orchard.panel).toBeVisible()
  await page.locator('main iframe').click({ position: { x: 5, y: 5 } })
  await expect(orchard.panel).toBeHidden()
  expect(await isInFrame()).toBe(true)
})

test('the panel stays above an app that fills the screen, and closes behind another element', async ({
  orchard,
  page,
}) => {
  await orchard.open()
  await orchard.openPanel()
  await orchard.panel.locator('.tidings-feed').evaluate((feed) => feed.scrollTo(0, 300))
  await page.locator('header').evaluate((header) => header.parentElement?.requestFullscreen())
  const seen = () =>
    orchard.panel.evaluate((panel) => {
      const { left, top } = panel.getBoundingClientRect()
      return {
        isOnTop: panel.contains(document.elementFromPoint(left + 20, top + 20)),
        hasFocus: panel.contains(document.activeElement),
        scrollTop: panel.querySelector('.tidings-feed')?.scrollTop,
      }
    })
  await expect.poll(seen).toEqual({ isOnTop: true, hasFocus: true, scrollTop: 300 })
  await page.evaluate(() => document.exitFullscreen())
  await expect.poll(seen).toEqual({ isOnTop: true, hasFocus: true, scrollTop: 300 })
  await page.locator('main').evaluate((main) => main.requestFullscreen())
  await expect(orchard.panel).toBeHidden()
  await expect(orchard.bell).toHaveAttribute('aria-expanded', 'false')
})

test('Tab past its last control leaves the panel for the element after the bell, and closes it', async ({
  orchard,
  page,
}) => {
  await orchard.open()
  await orchard.openPanel()
  await orchard.panel.evaluate((panel) => {
    const stops = [...panel.querySelectorAll<HTMLElement>('button, a, [tabindex="0"]')].filter(
      ({ tabIndex }) => tabIndex >= 0,
    )
    stops.at(-1)?.focus()
  })
  const isInPanel = () => orchard.panel.evaluate((panel) => panel.contains(document.activeElement))
  for (let presses = 0; presses < 3 && (await orchard.panel.isVisible()) && (await isInPanel()); presses++)
    await page.keyboard.press('Tab')
  await expect(orchard.panel).toBeHidden()
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
  await expect(orchard.bell).not.toBeFocused()
})

test('the panel stays at its bell when the window is resized, and becomes a sheet in a small one', async ({
  orchard,
  page,
}) => {
  await orchard.open()
  await orchard.openPanel()
  const gap = async () => {
    const [bell, panel] = [await orchard.bell.boundingBox(), await orchard.panel.boundingBox()]
    return bell && panel
      ? { below: panel.y - bell.y - bell.height, after: panel.x + panel.width - bell.x - bell.width }
      : undefined
  }
  await expect.poll(gap).toEqual({ below: 8, after: 0 })
  await page.setViewportSize({ width: 800, height: 500 })
  await expect.poll(gap).toEqual({ below: 8, after: 0 })
  await page.setViewportSize({ width: 400, height: 700 })
  await expect.poll(() => orchard.panel.boundingBox()).toEqual({ x: 0, y: 0, width: 400, height: 700 })
})

test('Back on a phone leads from the preferences to the list, and then closes the sheet', async ({ orchard, page }) => {
  await page.setViewportSize({ width: 400, height: 700 })
  await orchard.open()
  // A desktop's Chromium has no Back button that closes layers, but Escape requests the same. No listener gets the key.
  await page.evaluate(() => window.addEventListener('keydown', (event) => event.stopImmediatePropagation(), true))
  const goBack = () => page.keyboard.press('Escape')
  await orchard.openPreferences()
  const preferences = orchard.panel.getByRole('heading', { name: 'Preferences' })
  await expect(preferences).toBeVisible()
  await goBack()
  await expect(preferences).toBeHidden()
  await expect(orchard.panel).toBeVisible()
  // Again: each opening of the preferences is a layer of its own.
  await orchard.panel.getByRole('button', { name: 'Preferences' }).click()
  await expect(preferences).toBeVisible()
  await goBack()
  await expect(preferences).toBeHidden()
  await goBack()
  await expect(orchard.panel).toBeHidden()
  await expect(orchard.bell).toBeFocused()
})

test('beside its bell, the panel leaves requests to close from elsewhere to the app', async ({ orchard, page }) => {
  await orchard.open()
  await orchard.openPanel()
  await page.evaluate(() => window.addEventListener('keydown', (event) => event.stopImmediatePropagation(), true))
  const dialog = page.getByRole('dialog', { name: 'Of the app' })
  await page.evaluate(() => {
    document.body.insertAdjacentHTML('beforeend', '<div popover role="dialog" aria-label="Of the app">Text</div>')
    document.querySelector<HTMLElement>('[aria-label="Of the app"]')?.showPopover()
  })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(orchard.panel).toBeVisible()
})

test('the time and the mark button leave the title two thirds of the panel', async ({ orchard }) => {
  await orchard.open()
  await orchard.happen('comment')
  await orchard.openPanel()
  const first = orchard.items.first()
  const widthOf = async () => (await first.locator('.tidings-item-title').boundingBox())?.width ?? 0
  const width = await widthOf()
  expect(width / ((await orchard.panel.boundingBox())?.width ?? 0)).toBeGreaterThan(0.64)
  // The button shows over the time, and moves nothing.
  await first.hover()
  await expect(first.getByRole('button', { name: 'Mark as read' })).toHaveCSS('opacity', '1')
  expect(await widthOf()).toBe(width)
})

for (const reducedMotion of ['reduce', 'no-preference'] as const)
  test(`only allowed elements move: ${reducedMotion}`, async ({ orchard, page }) => {
    await page.emulateMedia({ reducedMotion })
    let letGo = () => {}
    const held = new Promise<void>((resolve) => (letGo = resolve))
    await page.route(anyRequest('getFeed'), async (route) => {
      await held
      await route.continue()
    })
    await orchard.open()
    await page.evaluate(() => {
      const onMove = () => {
        // The placeholder rows wait by an animation of a single step before they show.
        const isMoving = document.getAnimations().some(({ effect }) => {
          if (!(effect instanceof KeyframeEffect)) throw new TypeError('Expected the effect of a style sheet.')
          return effect.getKeyframes().some(({ easing }) => easing !== 'steps(1)')
        })
        if (isMoving) document.documentElement.dataset.moved = ''
      }
      for (const type of ['transitionrun', 'animationstart']) document.addEventListener(type, onMove)
    })
    await orchard.bell.click()
    await expect(orchard.panel.locator('.tidings-skeleton')).toBeVisible()
    letGo()
    await expect(orchard.items.first()).toBeVisible()
    expect(await page.evaluate(() => 'moved' in document.documentElement.dataset)).toBe(
      reducedMotion === 'no-preference',
    )
  })

/** The element rules of a new Vite app. */
const templateRules = `
  a { font-weight: 500; color: rgb(100, 108, 255); text-decoration: inherit; }
  a:hover { color: rgb(83, 91, 242); }
  h1 { font-size: 3.2em; line-height: 1.1; }
  button { border-radius: 8px; border: 1px solid transparent; padding: 0.6em 1.2em; font-size: 1em; font-weight: 500;
    font-family: inherit; background-color: rgb(26, 26, 26); cursor: pointer; transition: border-color 0.25s; }
  button:hover { border-color: rgb(100, 108, 255); }
  button:focus, button:focus-visible { outline: 4px auto -webkit-focus-ring-color; }
`

test('the element rules of a new Vite app change nothing in the panel, whatever its state', async ({
  orchard,
  page,
}) => {
  await orchard.open()
  await orchard.openPreferences()
  const edit = orchard.panel.getByRole('button', { name: 'Edit' })
  const channel = orchard.panel.getByRole('switch').first()
  /** The look of a hovered button, of a switch that was clicked, and of the title of a hovered row. */
  const look = async () => {
    const styleOf = async (element: Element) => {
      await Promise.all(element.getAnimations().map(({ finished }) => finished))
      const { outlineStyle, borderColor, color, fontSize, fontWeight, borderRadius, padding } =
        getComputedStyle(element)
      return [outlineStyle, borderColor, color, fontSize, fontWeight, borderRadius, padding].join()
    }
    await edit.hover()
    const hovered = await edit.evaluate(styleOf)
    await channel.click()
    await channel.click()
    const clicked = await channel.evaluate(styleOf)
    await orchard.panel.getByRole('button', { name: 'Back' }).click()
    await orchard.items.first().hover()
    const title = await orchard.items.first().getByRole('link').evaluate(styleOf)
    await orchard.panel.getByRole('button', { name: 'Preferences' }).click()
    return { hovered, clicked, title }
  }
  const before = await look()
  // After the other style sheets. The page's security policy forbids a `<style>`.
  await page.evaluate((rules) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(rules)
    document.adoptedStyleSheets.push(sheet)
  }, templateRules)
  expect(await look()).toEqual(before)
})

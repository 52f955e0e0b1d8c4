import type { Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { foreignHost, payloads } from '../html/payloads.ts'
import { buildPage } from './support/buildPage.ts'

const site = 'http://content.example'

let files: ReadonlyMap<string, string>

test.beforeAll(async () => {
  files = await buildPage('contentPage')
})

/** Forbidden effects in the page. */
interface Witness {
  /** Requests to other origins. */
  requests: string[]
  /** Dialogs, page errors, and policy violations. */
  events: string[]
}

const openPage = async (page: Page, content: string, policy: string): Promise<Witness> => {
  const witness: Witness = { requests: [], events: [] }
  await page.exposeFunction('attacked', (how: string) => void witness.events.push(how))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, sample }) =>
      Reflect.get(window, 'attacked')(`${violatedDirective} ${sample}`),
    )
    for (const name of ['alert', 'confirm', 'prompt', 'print'])
      Object.defineProperty(window, name, { value: () => Reflect.get(window, 'attacked')(name) })
  })
  page.on('dialog', (dialog) => {
    witness.events.push(dialog.message())
    void dialog.dismiss()
  })
  page.on('pageerror', (error) => witness.events.push(error.message))
  await page.route('**/*', async (route) => {
    const { origin, pathname, href } = new URL(route.request().url())
    const script = files.get(pathname)
    if (origin !== site) {
      witness.requests.push(href)
      await route.abort()
    } else if (script !== undefined) {
      await route.fulfill({ contentType: 'text/javascript', body: script })
    } else if (pathname === '/') {
      await route.fulfill({
        contentType: 'text/html',
        headers: { 'content-security-policy': policy },
        body: '<!doctype html><meta charset="utf-8"><title>Content</title><main></main><script type="module" src="/page.js"></script>',
      })
    } else {
      // An image of a payload is a request too, even to the same origin.
      witness.requests.push(href)
      await route.fulfill({ status: 404 })
    }
  })
  await page.goto(`${site}/?content=${content}`)
  await expect(page.getByRole('article')).toHaveCount(Object.keys(payloads).length * 2)
  if (content === 'html') await expect(page.locator('.tidings-html').first()).toBeAttached()
  return witness
}

/** Interacts with everything that could have a handler, and waits for all requests. */
const provoke = async (page: Page) => {
  await page.evaluate(() => {
    const events = [
      'mouseover',
      'mouseenter',
      'pointerenter',
      'focus',
      'focusin',
      'animationstart',
      'beforeinput',
      'toggle',
      'error',
      'load',
    ]
    for (const element of document.querySelectorAll('main *'))
      for (const name of events) element.dispatchEvent(new Event(name))
  })
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => requestAnimationFrame(resolve))))
}

const policies = {
  'no policy': '',
  'a strict policy':
    "default-src 'self'; script-src 'self'; style-src 'self'; require-trusted-types-for 'script'; trusted-types tidings",
  'trusted types': "require-trusted-types-for 'script'; trusted-types tidings",
}

for (const [name, policy] of Object.entries(policies))
  for (const content of ['text', 'rich', 'html'])
    test(`hostile content as ${content}, with ${name}: no script runs, no request is sent`, async ({ page }) => {
      const witness = await openPage(page, content, policy)
      await provoke(page)
      expect(witness.requests).toEqual([])
      expect(witness.events).toEqual([])
      const links = await page
        .getByRole('link')
        .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))
      expect(links.filter((href) => !/^(https?|mailto|tel):/.test(href))).toEqual([])
      expect(await page.title()).toBe('Content')
    })

test('two copies of tidings/html share the one policy that a page allows', async ({ page }) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await page.route('**/*', async (route) => {
    const body = files.get(new URL(route.request().url()).pathname.replace(/^\/copy/, ''))
    if (body !== undefined) return route.fulfill({ contentType: 'text/javascript', body })
    return route.fulfill({
      contentType: 'text/html',
      headers: { 'content-security-policy': policies['trusted types'] },
      body:
        '<!doctype html><meta charset="utf-8"><main></main><main></main>' +
        '<script type="module" src="/page.js"></script><script type="module" src="/copy/page.js"></script>',
    })
  })
  await page.goto(`${site}/?content=html`)
  for (const main of await page.locator('main').all())
    await expect(main.locator('.tidings-html').first()).toBeAttached()
  expect(errors).toEqual([])
})

test('the tests above would detect an attack', async ({ page }) => {
  const witness = await openPage(page, 'text', '')
  await page.evaluate((host) => {
    const box = document.body.appendChild(document.createElement('div'))
    box.innerHTML = `<img src="https://${host}/x.png"><p style="background:url(https://${host}/y.png)">x</p><details open ontoggle=alert(1)></details>`
  }, foreignHost)
  await expect.poll(() => witness.requests.length).toBe(2)
  await expect.poll(() => witness.events).toContain('alert')
})

test('a page that forbids the Trusted Types policy shows text, and the console explains why', async ({ page }) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await page.route('**/*', async (route) => {
    const body = files.get(new URL(route.request().url()).pathname)
    if (body !== undefined) return route.fulfill({ contentType: 'text/javascript', body })
    return route.fulfill({
      contentType: 'text/html',
      headers: { 'content-security-policy': "require-trusted-types-for 'script'; trusted-types 'none'" },
      body: '<!doctype html><meta charset="utf-8"><main></main><script type="module" src="/page.js"></script>',
    })
  })
  await page.goto(`${site}/?content=html`)
  await expect.poll(() => errors.length).toBe(1)
  expect(errors[0]).toContain('tidings')
  await expect(page.locator('.tidings-html')).toHaveCount(0)
  await expect(page.getByText('hover me').first()).toBeVisible()
})

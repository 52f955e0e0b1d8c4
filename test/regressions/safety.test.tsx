import { readdirSync, readFileSync } from 'node:fs'
import { fireEvent, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createTestService, makeNotification, makeNotifications } from '../../src/testing/index.ts'
import { showInbox } from './showInbox.tsx'

// Marks the document, which the page and the test share: scripts in the page have a separate global object.
const attack = "document.documentElement.dataset.attacked='yes'"
afterEach(() => {
  expect(document.documentElement).not.toHaveAttribute('data-attacked')
  vi.restoreAllMocks()
})

const disguises = [
  `javascript:${attack}`,
  `JaVaScRiPt:${attack}`,
  `java\nscript:${attack}`,
  `\u0000javascript:${attack}`,
  ` javascript:${attack}`,
  `data:text/html,<script>${attack}</script>`,
  'vbscript:msgbox(1)',
  '//evil.example',
  '/\\evil.example',
]

describe('a URL of a notification', () => {
  it.each(disguises)(
    '%j becomes no link, and nothing opens it: not the row, not its button, not Enter',
    async (url) => {
      const action = { status: 'pending', buttons: [{ type: 'primary', content: 'Accept' }] }
      const service = createTestService({ notifications: [makeNotification(0, { cta: { data: { url }, action } })] })
      const openWindow = vi.spyOn(window, 'open').mockReturnValue(null)
      // jsdom logs an error for each navigation, which it can't do.
      const navigation = vi.spyOn(console, 'error')
      const inbox = showInbox(service)
      await inbox.open()
      const row = inbox.row('n0')
      expect(within(row).queryByRole('link')).toBeNull()
      expect(row.querySelector('a, [href], [src]')).toBeNull()
      fireEvent.click(row)
      fireEvent.keyDown(row, { key: 'Enter' })
      // The button is hidden, because it has no handler and no link.
      expect(within(row).queryByText('Accept')).toBeNull()
      expect(openWindow).not.toHaveBeenCalled()
      expect(navigation).not.toHaveBeenCalled()
    },
  )
})

it('HTML in a title, a text or a button is shown as text', async () => {
  const html = `<img src=x onerror="${attack}"><script>${attack}</script>`
  const buttons = [{ type: 'primary', content: html, resultContent: html }]
  const notification = makeNotification(0, {
    subject: html,
    content: html,
    cta: { action: { status: 'pending', buttons } },
  })
  const inbox = showInbox(createTestService({ notifications: [notification] }), { onAction: () => {} })
  await inbox.open()
  expect(inbox.page.getAllByText(html)).toHaveLength(3)
  await inbox.click(html)
  expect(await inbox.page.findAllByText(html)).toHaveLength(3)
  expect(inbox.container.querySelector('img, script')).toBeNull()
})

describe('in the host app’s page', () => {
  it('the inbox adds no style, script or handler, so that a strict policy needs no nonce, and no foreign class', async () => {
    const foreign = () => document.querySelectorAll('style, link, script, iframe').length
    const before = foreign()
    const sheets = document.adoptedStyleSheets?.length
    const rootClass = document.documentElement.outerHTML.match(/^<html[^>]*>/)?.[0]
    const inbox = showInbox(createTestService({ notifications: makeNotifications(3) }))
    await inbox.open()
    const rows = [...inbox.container.querySelectorAll('*')]
    await inbox.click('Preferences')
    await inbox.page.findByText('Comment added')
    expect(foreign()).toBe(before)
    expect(document.adoptedStyleSheets?.length).toBe(sheets)
    expect(document.documentElement.outerHTML.match(/^<html[^>]*>/)?.[0]).toBe(rootClass)
    expect(document.body).not.toHaveAttribute('class')
    expect(document.body).not.toHaveAttribute('style')
    const elements = [...rows, ...inbox.container.querySelectorAll('*')]
    expect(elements.flatMap((element) => element.getAttributeNames()).filter((name) => name.startsWith('on'))).toEqual(
      [],
    )
    const classes = new Set(elements.flatMap((element) => [...element.classList]))
    expect(classes.size).toBeGreaterThan(10)
    expect([...classes].filter((name) => !/^tidings(-|$)/.test(name))).toEqual([])
  })

  it('its style sheet names only its own classes, ids, variables and animations', () => {
    const sheets = readdirSync('src/styles', { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.css'))
      .map((name) => readFileSync(`src/styles/${name}`, 'utf8'))
    const css = sheets
      .join('\n')
      .replaceAll(/@import [^;]+;/g, '')
      .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    const selectors = [...css.matchAll(/(?:^|[{};])\s*([^{};]+)\{/g)].map(([, selector = '']) => selector.trim())
    const rules = selectors.filter((selector) => !/^(@|from$|to$|\d+%)/.test(selector))
    expect(rules.length).toBeGreaterThan(50)
    // Each rule starts at an element of tidings. "&" and ":host" are inside or around it.
    expect(rules.filter((selector) => !/tidings|^&|:host/.test(selector))).toEqual([])
    const names = (pattern: RegExp) => [...css.matchAll(pattern)].map(([, name = '']) => name)
    const isForeign = (name: string) => !/^_?tidings/.test(name)
    expect(
      rules
        .flatMap((selector) => [...selector.matchAll(/[.#]([a-z_][\w-]*)/gi)].map(([, name = '']) => name))
        .filter(isForeign),
    ).toEqual([])
    // Compilers of light-dark() define these two, with the same meaning in every sheet.
    const isOfRewriters = (name: string) => /^lightningcss-(light|dark)$/.test(name)
    const variables = names(/(?<![\w-])--([\w-]+)\s*:/g)
    expect(variables.filter((name) => isForeign(name) && !isOfRewriters(name))).toEqual([])
    expect(names(/@keyframes\s+([\w-]+)/g).filter(isForeign)).toEqual([])
  })
})

import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { buildPage } from './support/buildPage.ts'
import type { calls } from './support/hostSheetsPage.tsx'

/** Packages with the style sheet of a page, which only this test needs. */
const sheets: Record<string, readonly string[]> = {
  '@picocss/pico@2.1.1': ['css/pico.classless.css'],
  'milligram@1.4.1': ['dist/milligram.css'],
  'water.css@2.1.1': ['out/light.css'],
  'sakura.css@1.5.1': ['css/sakura.css'],
  'mvp.css@1.18.0': ['mvp.css'],
  'simpledotcss@2.3.7': ['simple.css'],
  '@exampledev/new.css@1.1.3': ['new.css'],
  'tufte-css@1.9.0': ['tufte.css'],
  'awsm.css@3.0.7': ['dist/awsm.css'],
  'marx-css@4.1.4': ['css/marx.css'],
  'bootstrap@5.3.9': ['dist/css/bootstrap.css'],
  'bulma@1.0.4': ['css/bulma.css'],
  '@mantine/core@9.8.1': ['styles/baseline.css', 'styles/default-css-variables.css', 'styles/global.css'],
  // Its sheet is a component.
  '@mui/material@9.5.0': [],
}
const peersOfMui = ['@emotion/react@11.14.0', '@emotion/styled@11.14.0', 'react@19.3.1', 'react-dom@19.3.1']

/** The parts that rules stronger than one class reach, unless their sheet is in a layer, as docs/theming.md recommends. */
const reached: Record<string, readonly string[]> = {
  // [role='group'] button, [role='search'] > *, input:not([type='checkbox'])
  '@picocss/pico': ['button', 'icon', 'icon-button', 'search-field', 'time-select', 'toggle'],
  // button:hover, input[type='search']
  milligram: ['bell', 'icon', 'search-field', 'tab'],
  // button:focus
  'water.css': ['button'],
  // button:hover
  'sakura.css': ['bell', 'icon'],
  // button:not([aria-disabled='true']):hover, select:not([multiple]), section:first-child, section h3:first-child
  simpledotcss: ['bell', 'button', 'icon-button', 'preference-title', 'quiet-button', 'schedule', 'tab', 'time-select'],
  // a:link, li:not(:first-child)
  'tufte-css': ['channel-item', 'content-link', 'schedule-day', 'shortcut'],
  // button:not([disabled]):hover, input[type='search']
  'awsm.css': ['bell', 'button', 'icon-button', 'quiet-button', 'search-field', 'tab'],
  // button:hover, input[type='search']
  'marx-css': ['bell', 'button', 'icon', 'search-field', 'tab'],
}

const folder = path.resolve('.tidings/sheets')

/** Installs the packages, and reads their style sheets. */
const readSheets = () => {
  mkdirSync(folder, { recursive: true })
  const options = ['--prefix', folder, '--no-save', '--prefer-offline', '--no-audit', '--no-fund']
  const { status, stderr } = spawnSync('npm', ['install', ...options, ...Object.keys(sheets), ...peersOfMui], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error(`npm could not install the style sheets:\n${stderr}`)
  const require = createRequire(path.join(folder, 'package.json'))
  const renderBaseline = (name: string) => {
    const markup = require('react-dom/server').renderToStaticMarkup(
      require('react').createElement(require(`${name}/CssBaseline`).default),
    ) as string
    return markup.replaceAll(/<[^>]+>/g, '')
  }
  const texts = Object.entries(sheets).map(([spec, files]) => {
    const name = spec.slice(0, spec.lastIndexOf('@'))
    const read = files.map((file) => readFileSync(path.join(folder, 'node_modules', name, file), 'utf8'))
    return [name, read.join('\n') || renderBaseline(name)] as const
  })
  return Object.fromEntries(texts)
}

// The inbox inherits the font of the page on purpose, and its `rem`. This test leaves both out.
const html = `<!doctype html>
  <style>
    html { font-size: 16px !important }
    main { all: initial !important; position: fixed !important; inset: 0 !important }
    *, ::before, ::after { transition: none !important; animation: none !important }
  </style>
  <link rel="stylesheet" href="/page.css">
  <main></main>
  <script type="module" src="/page.js"></script>`

test('style sheets of pages change no part of the inbox', { tag: '@slow' }, async ({ page }) => {
  const texts = readSheets()
  const files = await buildPage('hostSheetsPage')
  const site = 'https://page.example'
  await page.route('**', (route) => {
    const { origin, pathname } = new URL(route.request().url())
    // Fonts.
    if (origin !== site) return route.abort()
    const type = pathname.endsWith('.js') ? 'text/javascript' : pathname.endsWith('.css') ? 'text/css' : 'text/html'
    return route.fulfill({ contentType: type, body: files.get(pathname) ?? html })
  })
  await page.goto(site)

  const call = page.evaluateHandle(() => Reflect.get(window, 'calls') as typeof calls)
  const parts: Record<'before' | 'after', Record<string, Set<string>>> = { before: {}, after: {} }
  const look = async (state: string) => {
    const differences = await (await call).evaluate(({ compare }, all) => compare(all), texts)
    for (const [name, found] of Object.entries(differences.layer)) expect(found, `${name}: ${state}`).toEqual([])
    for (const place of ['before', 'after'] as const)
      for (const [name, found] of Object.entries(differences[place]))
        for (const difference of found) {
          // The boxes around a part that differs have another size too.
          const part = /\.tidings-([\w-]+).* \{ (?!box:)/.exec(difference)?.[1]
          if (part !== undefined) (parts[place][name] ??= new Set()).add(part)
        }
  }

  const bell = page.getByRole('button', { name: /^Notifications/ })
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  await bell.waitFor()
  await (await call).evaluate(({ arrive }) => arrive())
  await page.locator('.tidings-toast').waitFor()
  await look('a toast')
  await bell.click()
  await panel.getByRole('article').first().waitFor()
  await look('the list')
  for (const name of ['Accept', 'Mark all as read', 'Preferences']) {
    await panel.getByRole('button', { name }).hover()
    await look(`the pointer on "${name}"`)
  }
  await panel.getByRole('tab', { name: 'Unread' }).hover()
  await look('the pointer on a tab')
  await page.keyboard.press('?')
  await panel.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor()
  await look('the shortcuts')
  await page.keyboard.press('Escape')
  await panel.getByRole('button', { name: 'Preferences' }).click()
  await panel.getByRole('switch').first().waitFor()
  await look('the preferences')
  await panel.getByRole('button', { name: 'Edit' }).click()
  await look('the hours')

  const partsIn = (place: 'before' | 'after') =>
    Object.fromEntries(Object.entries(parts[place]).map(([name, found]) => [name, [...found].toSorted()]))
  expect(partsIn('before')).toEqual(reached)
  // [type='button'] and [role='group'] of Pico have the weight of one class, so that the order matters.
  const first = '@picocss/pico'
  expect({ ...partsIn('after'), [first]: reached[first] }).toEqual(reached)
})

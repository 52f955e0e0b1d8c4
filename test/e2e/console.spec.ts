import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './support/elementTest.ts'
import { findProblems } from './support/findProblems.ts'

const apiKey = 'a-key-for-this-test'
const hostile = '<img src="x" onerror="document.title = 1">'

const workspace = {
  environmentId: 'development',
  integrations: [
    // No server listens at this port.
    {
      name: hostile,
      identifier: 'mail',
      channel: 'email',
      providerId: 'nodemailer',
      credentials: { host: '127.0.0.1', port: '1', from: 'app@example.com' },
    },
  ],
  subscribers: [{ subscriberId: 'mia', email: 'mia@example.com' }],
  workflows: [
    { identifier: 'welcome', name: 'Welcome', steps: [{ channel: 'in_app', content: 'Welcome' }] },
    {
      identifier: 'order',
      name: 'Order',
      steps: [
        {
          channel: 'in_app',
          subject: 'Order {{payload.number}}',
          content: '{% for item in payload.items %}{{item.count}} × {{item.name}}{% endfor %}',
        },
        { channel: 'email', subject: 'Order', content: 'Thank you' },
        { name: 'an-hour', delay: { amount: 1, unit: 'hours' } },
        { channel: 'in_app', content: 'Was it good?' },
      ],
    },
  ],
}

/** Starts a command on a free port, in an empty folder below the checkout, from which it finds its sources. */
const start = async (command: 'tidings' | 'tidings-service', ...args: string[]) => {
  await mkdir('.tidings', { recursive: true })
  const folder = await mkdtemp(join('.tidings', 'console-test-'))
  await writeFile(join(folder, 'workspace.json'), JSON.stringify(workspace))
  const bin = resolve(`src/bin/${command}.ts`)
  const child = spawn('node', ['--import', 'tsx', bin, ...args, '--port', '0', '--workspace', 'workspace.json'], {
    cwd: folder,
    // Vite, which builds the element, sets it to production here.
    env: { ...process.env, NODE_ENV: 'development', TIDINGS_API_KEY: apiKey },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const address = await new Promise<string>((found, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const [, origin] = /listening on (\S+)$/m.exec(text) ?? []
      if (origin !== undefined) found(origin)
    })
    child.once('exit', () => reject(new Error(`${command} exited before it was ready.`)))
  })
  return { address, stop: () => stop(child, folder) }
}

const stop = async (child: ChildProcess, folder: string) => {
  const ended = once(child, 'exit')
  child.kill('SIGINT')
  await ended
  await rm(folder, { recursive: true, force: true })
}

const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

test('tidings dev: whatever is triggered shows in the inbox and in the lists', async ({ orchard, page }) => {
  const dev = await start('tidings', 'dev')
  try {
    await page.goto(dev.address)
    const rowsOf = (name: string) => page.getByRole('table', { name }).getByRole('row')
    const messages = rowsOf('Last messages')
    await expect(messages).toHaveText([/^Time/, 'None.'], { useInnerText: true })

    await page.getByText('Order', { exact: true }).click()
    const order = page.getByRole('group').filter({ hasText: 'Order' })
    await order.getByLabel('number').fill(hostile)
    await expect(order.getByLabel('items')).toHaveValue(/^\[\s+\{\s+"count": "count",\s+"name": "name"\s+\}\s+\]$/)
    await order.getByLabel('items').fill('[{ "name": "Pear", "count": 2 }')
    await order.getByRole('button', { name: 'Trigger order' }).press('Enter')
    await expect(page.getByRole('status').filter({ hasText: 'items must be JSON' })).toBeVisible()
    await expect(order.getByLabel('items')).toBeFocused()
    await order.getByLabel('items').fill('[{ "name": "Pear", "count": 2 }]')
    await order.getByLabel('to').fill(hostile)
    await order.getByRole('button', { name: 'Trigger order' }).press('Enter')
    await expect(page.getByRole('status').filter({ hasText: `Triggered order for ${hostile}.` })).toBeVisible()
    await expect(messages.nth(1)).toContainText('in_app sent')
    await expect(messages.nth(1)).toContainText(hostile)
    await expect(rowsOf('Waiting').nth(1)).toHaveText(/Order\s+an-hour\s+delay/, { useInnerText: true })
    await expect(rowsOf('Integrations').nth(1)).toContainText('nodemailer')
    await order.getByLabel('to').fill('mia')
    await order.getByRole('button', { name: 'Trigger order' }).press('Enter')
    await expect(messages.nth(1)).toContainText(/email waiting.*Try 1 of 5 failed/)
    await expect(rowsOf('Waiting').nth(1)).toHaveText(/mia\s+Order\s+email\s.*Try 1 of 5 failed/, {
      useInnerText: true,
    })

    await page.getByRole('textbox', { name: 'Subscriber' }).fill(hostile)
    await page.getByRole('textbox', { name: 'Subscriber' }).press('Enter')
    await orchard.expectCount(1)
    await expect(rowsOf('Preferences')).toHaveText([/^Workflow/, /^All workflows/, /^Welcome\s+in_app on/, /^Order/], {
      useInnerText: true,
    })
    for (const width of [390, 1200]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await overflow(page)).toBe(0)
      expect(await findProblems(page)).toEqual([])
    }
    await orchard.openPanel()
    await expect(orchard.panel).toContainText('2 × Pear')
    await page.keyboard.press('Escape')

    await page.getByRole('textbox', { name: 'Subscriber' }).fill('max')
    await page.getByRole('textbox', { name: 'Subscriber' }).press('Enter')
    await expect(page).toHaveURL(`${dev.address}/?subscriber=max`)
    await page.getByRole('button', { name: 'Trigger welcome' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Triggered welcome for max.' })).toBeVisible()
    await page.getByLabel('Only those to this subscriber').check()
    await expect(messages).toHaveText([/^Time/, /max\s+Welcome/], { useInnerText: true })
    await page.reload()
    await orchard.expectCount(1)
    // What others have written has become text only.
    expect(await page.locator('img').count()).toBe(0)
    await expect(page).toHaveTitle('tidings dev')
    // It would poll a command that has ended.
    await page.goto('about:blank')
  } finally {
    await dev.stop()
  }
})

test(
  'tidings-service --console: the key opens it, nothing is marked, and a log-out closes it',
  { tag: '@slow' },
  async ({ orchard, page }) => {
    const service = await start('tidings-service', '--console', '--data', 'memory')
    try {
      await page.goto(`${service.address}/console`)
      expect(await findProblems(page)).toEqual([])
      orchard.expectedErrors.push(/401/)
      await page.getByLabel('API key').fill('wrong')
      await page.getByLabel('API key').press('Enter')
      await expect(page.getByRole('alert')).toHaveText('This is not an API key of the service.')
      await page.getByLabel('API key').fill(apiKey)
      await page.getByLabel('API key').press('Enter')
      await expect(page).toHaveTitle('tidings console')

      await expect(page.getByText('The service has no subscriber pia.')).toBeVisible()
      await page.getByRole('button', { name: 'Trigger welcome' }).click()
      await orchard.expectCount(1)
      await orchard.openPanel()
      await expect(orchard.items).toHaveText(/Welcome/)
      await page.reload()
      await orchard.expectCount(1)
      expect(await page.evaluate(() => document.cookie)).toBe('')
      expect(await page.content()).not.toContain(apiKey)
      await page.getByRole('button', { name: 'Log out' }).click()
      await expect(page.getByLabel('API key')).toBeFocused()
      await page.goBack()
      await expect(page.getByLabel('API key')).toBeVisible()
    } finally {
      await service.stop()
    }
  },
)

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, test } from './support/elementTest.ts'

/** Starts `tidings dev` on a free port, in an empty folder below the checkout, from which it finds its sources. */
const startDev = async (): Promise<{ process: ChildProcess; address: string; folder: string }> => {
  await mkdir('.tidings', { recursive: true })
  const folder = await mkdtemp(join('.tidings', 'dev-test-'))
  const child = spawn('node', ['--import', 'tsx', resolve('src/bin/tidings.ts'), 'dev', '--port', '0'], {
    cwd: folder,
    // Vite, which builds the element, sets it to production here.
    env: { ...process.env, NODE_ENV: 'development' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const address = await new Promise<string>((found, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const [, origin] = /^tidings dev listening on (\S+)$/m.exec(text) ?? []
      if (origin !== undefined) found(origin)
    })
    child.once('exit', () => reject(new Error('tidings dev exited before it was ready.')))
  })
  return { process: child, address, folder }
}

test('the page of tidings dev triggers events, and shows the bell and the messages of each', async ({
  orchard,
  page,
}) => {
  const dev = await startDev()
  try {
    await page.goto(dev.address)
    const rows = page.getByRole('table', { name: 'Last messages' }).getByRole('row')
    await expect(rows).toHaveText([/^Time/, 'None yet.'], { useInnerText: true })

    await page.getByText('Announcement', { exact: true }).click()
    const announcement = page.getByRole('group').filter({ hasText: 'Announcement' })
    await announcement.getByLabel('title').fill('Version 2')
    await announcement.getByLabel('text').fill('It is here')
    await announcement.getByRole('button', { name: 'Trigger announcement' }).press('Enter')
    await expect(page.getByRole('status').filter({ hasText: 'Triggered announcement for pia.' })).toBeVisible()
    await expect(rows.nth(1)).toHaveText(/pia\s+Announcement\s+in_app\s+sent/, { useInnerText: true })
    await orchard.expectCount(1)
    await orchard.openPanel()
    await expect(orchard.panel).toContainText('Version 2')
    await page.keyboard.press('Escape')

    await page.getByLabel('Subscriber').fill('max')
    await page.getByLabel('Subscriber').press('Enter')
    await expect(page).toHaveURL(`${dev.address}/?subscriber=max`)
    await orchard.expectCount(0)
    await page.getByRole('button', { name: 'Trigger welcome' }).click()
    await expect(rows.nth(1)).toHaveText(/max\s+Welcome/, { useInnerText: true })
    await page.reload()
    await orchard.expectCount(1)
  } finally {
    const ended = once(dev.process, 'exit')
    dev.process.kill('SIGINT')
    await ended
    await rm(dev.folder, { recursive: true, force: true })
  }
})

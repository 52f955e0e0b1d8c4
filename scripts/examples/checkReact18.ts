import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { checkEditing } from './checkEditing.ts'
import { checkInbox, send } from './checkInbox.ts'
import type { ExampleContext } from './Example.ts'
import { until } from './until.ts'

/** Checks the inbox in React 18: paging, undo and editing. */
export const checkReact18 = async (context: ExampleContext): Promise<void> => {
  const { watched, person, service, folder } = context
  await checkInbox(context)
  const { page } = watched
  const { version } = JSON.parse(await readFile(path.join(folder, 'node_modules/react/package.json'), 'utf8')) as {
    version: string
  }
  if (!version.startsWith('18.2.')) throw new Error(`Expected React 18.2, but found ${version}.`)

  const texts = Array.from({ length: 45 }, (_, index) => `Number ${index + 1}`)
  await send(service, person, texts)
  await page.reload()
  await page.getByRole('button', { name: /^Notifications, \d+ new/ }).click()
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  const oldest = panel.getByText(`For ${person}`).last()
  await until('scrolling loads the oldest notification', async () => {
    await panel.getByRole('article').last().scrollIntoViewIfNeeded()
    return oldest.isVisible()
  })

  const unread = async () => (await service.client.getFeed(person, { read: false, limit: 100 })).data.length
  await panel.getByRole('button', { name: 'Mark all as read' }).click()
  await until('all notifications are read', async () => (await unread()) === 0)
  await panel.getByRole('button', { name: 'Undo' }).click()
  await until('undo makes them unread again', async () => (await unread()) === texts.length)
  await checkEditing(page, panel)
}

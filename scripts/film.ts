import { writeFile } from 'node:fs/promises'
import { chromium, type Browser, type Locator } from 'playwright'
import { buildPage } from '../demo/server/buildPage.ts'
import { startCustomerServer } from '../demo/server/startCustomerServer.ts'
import { startMailServer } from '../demo/server/startMailServer.ts'
import { startNotificationService } from '../demo/server/startNotificationService.ts'
import { createRecorder } from './film/recorder.ts'
import { installChromium } from './setup/installChromium.ts'

/** Records the films of README: the demo with its service, in light and dark. */
const view = { width: 720, height: 520 }
const scale = 1.25
const maxBytes = 400_000
const apiKey = 'film'

const record = async (browser: Browser, colorScheme: 'light' | 'dark'): Promise<Buffer> => {
  const mails = await startMailServer()
  const service = await startNotificationService({
    data: 'memory',
    apiKey,
    behavior: 'interface',
    mailPort: mails.port,
  })
  const customer = await startCustomerServer({
    serviceUrl: service.address,
    apiKey,
    page: await buildPage(),
    mails,
    port: 0,
  })
  const context = await browser.newContext({ viewport: view, deviceScaleFactor: scale, colorScheme, locale: 'en-GB' })
  const page = await context.newPage()
  const { show, moveTo, end } = createRecorder(page, await context.newPage())
  const rest = (time: number) => page.waitForTimeout(time)
  const press = async (locator: Locator) => {
    const box = await locator.boundingBox()
    if (!box) throw new Error(`${String(locator)} is not in view.`)
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await moveTo(x, y)
    await rest(150)
    await show(250)
    await page.mouse.click(x, y)
  }
  const row = (text: string) => page.getByRole('article').filter({ hasText: text })

  await page.goto(customer.address)
  const bell = page.getByRole('button', { name: /^Notifications, / })
  await bell.waitFor()
  await rest(1_500)
  await show(900)

  // Something happens, and the bell counts it.
  await page.evaluate(() => {
    for (const button of document.querySelectorAll('button'))
      if (button.textContent?.startsWith('Somebody likes')) button.click()
  })
  await rest(1_500)
  await show(900)
  await press(bell)
  await rest(1_200)
  await show(1_300)

  // A button of the notification shows its result in place.
  await press(row('invited you').getByRole('button', { name: 'Accept' }))
  await rest(900)
  await show(1_100)

  // A notification is archived, and the archive undone.
  const comment = row('pricing page')
  await comment.hover()
  await rest(300)
  await press(comment.getByRole('button', { name: /^Archive/ }))
  await rest(700)
  await show(1_200)
  await press(page.getByRole('button', { name: /^Undo/ }))
  await rest(900)
  await show(900)

  await press(page.getByRole('button', { name: 'Mark all as read' }))
  await rest(900)
  await show(2_000)

  await context.close()
  await customer.close()
  await service.close()
  await mails.close()
  return end(view.width * scale, view.height * scale)
}

const browser = await chromium.launch({ executablePath: await installChromium(), args: ['--no-sandbox'] })
for (const scheme of ['light', 'dark'] as const) {
  const film = await record(browser, scheme)
  process.stdout.write(`film-${scheme}.webp: ${film.length} bytes\n`)
  if (film.length > maxBytes) throw new Error(`The film is larger than ${maxBytes} bytes.`)
  await writeFile(`docs/images/film-${scheme}.webp`, film)
}
await browser.close()

import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { buildPage } from './server/buildPage.ts'
import { startCustomerServer } from './server/startCustomerServer.ts'
import { startMailServer } from './server/startMailServer.ts'
import { startNotificationService } from './server/startNotificationService.ts'

/**
 * `--port PORT` (or the variable PORT; 0 picks a free port), `--data FOLDER|memory|postgres://…` and `--behavior
 * interface|production`.
 */
const readOptions = () => {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: process.env['PORT'] || '4400' },
      behavior: { type: 'string', default: 'interface' },
      data: { type: 'string', default: fileURLToPath(new URL('../.tidings/demo', import.meta.url)) },
    },
  })
  const port = Number(values.port)
  if (!/^\d{1,5}$/.test(values.port) || port > 65_535)
    throw new Error(`The port must be a number from 0 to 65535, not "${values.port}".`)
  const { behavior, data } = values
  if (behavior !== 'interface' && behavior !== 'production')
    throw new Error(`--behavior must be interface or production, not "${behavior}".`)
  return { port, data, behavior } as const
}

const nextSignal = () =>
  new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })

const run = async () => {
  const { port, data, behavior } = readOptions()
  const stopped = nextSignal()
  // The key stays in this process: the app's server sends it to the service, and never to a browser.
  const apiKey = process.env['TIDINGS_API_KEY'] || randomBytes(24).toString('base64url')
  const mails = await startMailServer()
  const [service, page] = await Promise.all([
    startNotificationService({ data, apiKey, behavior, mailPort: mails.port }),
    buildPage(),
  ])
  const customer = await startCustomerServer({
    serviceUrl: service.address,
    apiKey,
    page,
    mails,
    port,
  })

  process.stdout.write(`tidings demo ready on ${customer.address}
Press a button under “What happens next” and watch the bell, also in a second
window: each event shows in both within a second, and so does a mark. “Sent” shows the mails that follow.
Ctrl+C stops the demo and preserves its data.
`)
  await stopped
  await customer.close()
  await service.close()
  await mails.close()
}

try {
  await run()
} catch (error) {
  process.stderr.write(`tidings demo: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

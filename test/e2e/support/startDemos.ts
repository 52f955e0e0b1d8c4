import { buildPage } from '../../../demo/server/buildPage.ts'
import { startCustomerServer } from '../../../demo/server/startCustomerServer.ts'
import { startMailServer } from '../../../demo/server/startMailServer.ts'
import { startNotificationService } from '../../../demo/server/startNotificationService.ts'
import { apiKey } from './apiKey.ts'

/*
 * Starts the demos of the end-to-end tests, with data in memory: one for each of two workers, so that parallel tests
 * share nothing, and one whose service responds as production does. All serve one build of the page, which takes half
 * of the time to start a demo. Prints their addresses.
 */

const page = buildPage()
const mails = await startMailServer()

const startDemo = async (behavior: 'interface' | 'production') => {
  const service = await startNotificationService({ data: 'memory', apiKey, behavior, mailPort: mails.port })
  return startCustomerServer({ serviceUrl: service.address, apiKey, page: await page, mails, port: 0 })
}

const [first, second, production] = await Promise.all([
  startDemo('interface'),
  startDemo('interface'),
  startDemo('production'),
])
process.stdout.write(`Demos: ${first.address} ${second.address} ${production.address}\n`)

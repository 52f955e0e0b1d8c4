import path from 'node:path'
import { fileURLToPath } from 'node:url'
import express from 'express'
import { createServiceClient } from 'tidings/client'
import { createInboxProxy } from 'tidings/proxy'
import { toNodeHandler } from 'tidings/proxy/node'

const { NAME, NOTIFICATIONS_URL, NOTIFICATIONS_API_KEY: apiKey, SERVICES } = process.env

const inbox = createInboxProxy({
  serviceUrl: NOTIFICATIONS_URL,
  apiKey,
  basePath: '/api/inbox',
  // Your code: return the id of the signed-in user from the session, or null.
  authenticate: () => 'clara',
})

const services = SERVICES.split(' ').map((baseUrl) => createServiceClient({ baseUrl, apiKey }))
const element = fileURLToPath(import.meta.resolve('tidings/element/standalone'))

const app = express()
app.use((_req, res, next) => {
  res.set('x-served-by', NAME)
  next()
})
app.use('/api/inbox', toNodeHandler(inbox))
// The buttons of the page. `number` is 1 or 2, whichever service this proxy is connected to.
app.post('/trigger/:number', (req, res, next) => {
  const { number } = req.params
  const payload = { title: `Service ${number}`, text: 'An event', url: '#opened' }
  services[number - 1]
    .bulkTrigger([{ name: 'announcement', to: 'clara', payload }])
    .then(() => res.sendStatus(204), next)
})
app.use('/tidings', express.static(path.dirname(element)))
app.use(express.static('public'))

const server = app.listen(0, '127.0.0.1', () => {
  console.log(`${NAME} listens on http://127.0.0.1:${server.address().port}`)
})

const stop = async () => {
  // Ends the streams, so that their browsers reconnect through the other proxy.
  await inbox.close()
  server.close()
  server.closeIdleConnections()
}
process.once('SIGINT', stop)
process.once('SIGTERM', stop)

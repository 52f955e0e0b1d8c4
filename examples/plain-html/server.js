import path from 'node:path'
import { fileURLToPath } from 'node:url'
import express from 'express'
import { createInboxProxy } from 'tidings/proxy'
import { toNodeHandler } from 'tidings/proxy/node'

const inbox = createInboxProxy({
  serviceUrl: process.env.NOTIFICATIONS_URL ?? 'http://127.0.0.1:4320',
  apiKey: process.env.NOTIFICATIONS_API_KEY,
  basePath: '/api/inbox',
  // Yours: the id of whoever the request's session belongs to, or null.
  authenticate: () => 'felix',
})

const element = fileURLToPath(import.meta.resolve('tidings/element/standalone'))

const app = express()
app.use('/api/inbox', toNodeHandler(inbox))
// The element's folder, as it comes. Copying it to where your other files are does as well.
app.use('/tidings', express.static(path.dirname(element)))
app.use(express.static('public'))
app.listen(Number(process.env.PORT ?? 4000))

import path from 'node:path'
import { fileURLToPath } from 'node:url'
import express from 'express'
import { createInboxProxy } from 'tidings/proxy'
import { toNodeHandler } from 'tidings/proxy/node'

const inbox = createInboxProxy({
  serviceUrl: process.env.NOTIFICATIONS_URL ?? 'http://127.0.0.1:4320',
  apiKey: process.env.NOTIFICATIONS_API_KEY,
  basePath: '/api/inbox',
  // Your code: return the id of the signed-in user from the session, or null.
  authenticate: () => 'felix',
})

const element = fileURLToPath(import.meta.resolve('tidings/element/standalone'))

const app = express()
app.use('/api/inbox', toNodeHandler(inbox))
// Serves the element's folder unchanged. You can also copy it to your other static files.
app.use('/tidings', express.static(path.dirname(element)))
app.use(express.static('public'))
app.listen(Number(process.env.PORT ?? 4000))

import express from 'express'
import { createInboxProxy } from 'tidings/proxy'
import { toNodeHandler } from 'tidings/proxy/node'

const inbox = createInboxProxy({
  serviceUrl: process.env.NOTIFICATIONS_URL ?? 'http://127.0.0.1:4320',
  apiKey: process.env.NOTIFICATIONS_API_KEY,
  basePath: '/api/inbox',
  // Yours: the id of whoever the request's session belongs to, or null.
  authenticate: () => 'elif',
})

const app = express()
// With or without a body parser before it.
app.use(express.json())
app.use('/api/inbox', toNodeHandler(inbox))
app.use(express.static('dist'))
app.listen(Number(process.env.PORT ?? 4000))

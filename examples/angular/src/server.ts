import path from 'node:path'
import {
  AngularNodeAppEngine,
  createNodeRequestHandler,
  isMainModule,
  writeResponseToNodeResponse,
} from '@angular/ssr/node'
import express from 'express'
import { createInboxProxy } from 'tidings/proxy'
import { toNodeHandler } from 'tidings/proxy/node'

/** Keeps the API key on this server, and gives each user access to their own inbox only. */
const inbox = createInboxProxy({
  serviceUrl: process.env['NOTIFICATIONS_URL'] ?? 'http://127.0.0.1:4320',
  apiKey: process.env['NOTIFICATIONS_API_KEY'],
  basePath: '/api/inbox',
  // Your code: return the id of the signed-in user from the session, or null.
  authenticate: () => 'anna',
})

const app = express()
const angular = new AngularNodeAppEngine()

app.use('/api/inbox', toNodeHandler(inbox))
app.use(express.static(path.join(import.meta.dirname, '../browser'), { index: false, maxAge: '1y' }))
app.use((req, res, next) => {
  angular
    .handle(req)
    .then((response) => (response ? writeResponseToNodeResponse(response, res) : next()))
    .catch(next)
})

if (isMainModule(import.meta.url)) app.listen(Number(process.env['PORT'] ?? 4000))

/** The development server of Angular uses it too. */
export const reqHandler = createNodeRequestHandler(app)

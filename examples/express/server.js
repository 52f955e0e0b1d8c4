import express from 'express'
import session from 'express-session'
import { createInboxProxy } from 'tidings/proxy'
import { toNodeHandler } from 'tidings/proxy/node'

const inbox = createInboxProxy({
  serviceUrl: process.env.NOTIFICATIONS_URL ?? 'http://127.0.0.1:4320',
  apiKey: process.env.NOTIFICATIONS_API_KEY,
  basePath: '/api/inbox',
  // `req` is the request of Express with its session.
  authenticate: (_request, { req }) => req.session.userId,
})

const app = express()
app.use(
  session({ secret: process.env.SESSION_SECRET ?? 'for this example only', resave: false, saveUninitialized: false }),
)
// The proxy works before and after a body parser.
app.use(express.json())
app.use('/api/inbox', toNodeHandler(inbox))

// Your code: check a password here.
app.post('/session', (req, res) => {
  req.session.userId = 'elif'
  res.json({ userId: req.session.userId })
})
app.get('/session', (req, res) => {
  res.json({ userId: req.session.userId ?? null })
})

app.use(express.static('dist'))
app.listen(Number(process.env.PORT ?? 4000))

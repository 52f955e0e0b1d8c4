import path from 'node:path'
import { fileURLToPath } from 'node:url'
import express from 'express'
import session from 'express-session'
import passport from 'passport'
import { Strategy } from 'passport-local'
import { createInboxProxy } from 'tidings/proxy'
import { toNodeHandler } from 'tidings/proxy/node'

// Your code: load users from your database, with hashed passwords.
const users = new Map([['pelle', { id: 'pelle', password: 'secret' }]])

passport.use(
  new Strategy((name, password, done) => {
    const user = users.get(name)
    done(null, user?.password === password ? user : false)
  }),
)
passport.serializeUser((user, done) => done(null, user.id))
passport.deserializeUser((id, done) => done(null, users.get(id) ?? false))

const inbox = createInboxProxy({
  serviceUrl: process.env.NOTIFICATIONS_URL ?? 'http://127.0.0.1:4320',
  apiKey: process.env.NOTIFICATIONS_API_KEY,
  basePath: '/api/inbox',
  // `req` is the request of Express with Passport's user, which is undefined without a sign-in.
  authenticate: (_request, { req }) => req.user?.id,
})

const pageOf = (user) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <link rel="icon" href="/icon.svg" />
    <link rel="stylesheet" href="/page.css" />
    <title>tidings with Passport</title>
    <script type="module" src="/tidings/element.js"></script>
  </head>
  <body>
    <header class="bar">
      <strong>Your site</strong>
      ${user ? `<tidings-inbox subscriber-id="${user.id}" base-url="/api/inbox"></tidings-inbox>` : ''}
    </header>
    <main class="content">
      <form method="post" action="/sign-in" ${user ? 'hidden' : ''}>
        <label>Name <input name="username" autocomplete="username" /></label>
        <label>Password <input name="password" type="password" autocomplete="current-password" /></label>
        <button>Sign in</button>
      </form>
    </main>
  </body>
</html>
`

const element = fileURLToPath(import.meta.resolve('tidings/element/standalone'))

const app = express()
app.use('/tidings', express.static(path.dirname(element)))
app.use(express.static('public'))
app.use(
  session({ secret: process.env.SESSION_SECRET ?? 'for this example only', resave: false, saveUninitialized: false }),
)
app.use(passport.session())
app.use('/api/inbox', toNodeHandler(inbox))
app.post(
  '/sign-in',
  express.urlencoded({ extended: false }),
  passport.authenticate('local', { successRedirect: '/', failureRedirect: '/' }),
)
app.get('/', (req, res) => {
  res.send(pageOf(req.user))
})
app.listen(Number(process.env.PORT ?? 4000))

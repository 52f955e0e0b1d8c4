import { spawn } from 'node:child_process'
import { startBalancer } from './balancer.js'

const databaseUrl = process.env.DATABASE_URL
if (!databaseUrl) {
  console.error('Set DATABASE_URL to a PostgreSQL database: postgres://user:password@host/name')
  process.exit(1)
}
const apiKey = process.env.NOTIFICATIONS_API_KEY ?? 'example-key'
const children = []

/** Starts a program, and waits until it prints its address. */
const start = (program, args, env) =>
  new Promise((resolve) => {
    const child = spawn(program, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
      shell: process.platform === 'win32',
      // Ctrl+C stops this program only, which then stops the others, so that none gets two signals.
      detached: process.platform !== 'win32',
    })
    children.push(child)
    child.stdout.on('data', (text) => {
      const [address] = /http:\/\/[\w.]+:\d+/.exec(text) ?? []
      if (address) resolve(address)
    })
    child.once('exit', () => {
      if (isStopping) return
      console.error(`${program} has ended.`)
      process.exitCode = 1
      stop()
    })
  })

let balancer
let isStopping = false
/** The cluster runs completely or not at all. In production, restart what has ended. */
const stop = () => {
  if (isStopping) return
  isStopping = true
  balancer?.close()
  balancer?.closeAllConnections()
  for (const child of children) child.kill()
}
process.once('SIGINT', stop)
process.once('SIGTERM', stop)

// Each service needs only the database. They notify each other through it.
const service = () => start('tidings-service', ['--port', '0', '--data', databaseUrl], { TIDINGS_API_KEY: apiKey })
const services = await Promise.all([service(), service()])

// Each proxy connects to one of the services.
const proxies = await Promise.all(
  services.map((address, index) =>
    start(process.execPath, ['proxy.js'], {
      NAME: `proxy ${index + 1}`,
      NOTIFICATIONS_URL: address,
      NOTIFICATIONS_API_KEY: apiKey,
      SERVICES: services.join(' '),
    }),
  ),
)

const port = Number(process.env.PORT ?? 4000)
balancer = startBalancer(proxies, port)
console.log(`http://localhost:${port}`)

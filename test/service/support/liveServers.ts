import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { findServer } from '../../../scripts/setup/installServers.ts'
import { freePort, nobody } from './postgresServer.ts'

/** Starts a program until the test ends, and waits for a text in its output. */
const startProgram = async (program: 'redis-server' | 'pgbouncer', args: string[], isReady: string) => {
  const owner = process.getuid?.() === 0 ? nobody() : undefined
  const child = spawn(findServer(program) ?? program, args, { ...owner, stdio: ['ignore', 'pipe', 'pipe'] })
  const gone = once(child, 'close')
  let output = ''
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => {
        output += text.toString()
        if (output.includes(isReady)) resolve()
      })
    child.on('error', reject)
    child.on('close', () => reject(new Error(`${program} did not start: ${output}`)))
  })
  const kill = async () => {
    child.kill('SIGKILL')
    await gone
  }
  onTestFinished(kill)
  return { kill }
}

/** Starts a Redis until the test ends. */
export const startRedis = async () => {
  const port = await freePort()
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', tmpdir()]
  const start = () => startProgram('redis-server', args, 'Ready to accept connections')
  let server = await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    /** Ends Redis with SIGKILL. */
    kill: () => server.kill(),
    /** Starts it again on its port. */
    start: async () => {
      server = await start()
    },
  }
}

/** Starts a PgBouncer in front of a database until the test ends, and returns its address. */
export const startPgBouncer = async (database: string, poolMode: 'transaction' | 'session'): Promise<string> => {
  const { hostname, port: serverPort, pathname } = new URL(database)
  const folder = mkdtempSync(join(tmpdir(), 'tidings-pgbouncer-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  chmodSync(folder, 0o755)
  const file = join(folder, 'pgbouncer.ini')
  const port = await freePort()
  const settings = [
    '[databases]',
    `* = host=${hostname} port=${serverPort} user=postgres`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${poolMode}`,
    // Fewer than the service opens, so that they share them.
    'default_pool_size = 5',
  ]
  writeFileSync(file, settings.join('\n'))
  await startProgram('pgbouncer', [file], 'process up')
  return `postgres://postgres@127.0.0.1:${port}${pathname}`
}

/** Starts a network in front of a server, until the test ends. It can drop the data of its connections, or delay it. */
export const startNetwork = async (address: string) => {
  const target = new URL(address)
  const sockets = new Set<Socket>()
  const all = new Set<Socket>()
  let delay = 0
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      all.add(from)
      const pass = (data: Buffer) => sockets.has(from) && to.write(data)
      from.on('data', (data: Buffer) => void (delay > 0 ? setTimeout(pass, delay, data) : pass(data)))
      from.on('error', () => {})
      from.on('close', () => sockets.has(from) && to.destroy())
    }
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    for (const socket of all) socket.destroy()
  })
  const url = new URL(address)
  url.port = String(port)
  return {
    address: url.href,
    /** Drops everything on the connections that are open now, also that an end closes its side. */
    drop: () => sockets.clear(),
    /** Delays all later data by so many milliseconds. */
    delay: (milliseconds: number) => void (delay = milliseconds),
  }
}

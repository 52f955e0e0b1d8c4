import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { findServer } from '../../../scripts/setup/installServers.ts'
import { freePort, nobody } from './postgresServer.ts'

/** Registers a function that ends a server. */
export type AtEnd = (end: () => void | Promise<void>) => void

/** Starts a program, and waits for a text in its output. */
const startProgram = async (
  program: 'redis-server' | 'pgbouncer',
  args: string[],
  { isReady, atEnd = onTestFinished }: { isReady: string; atEnd?: AtEnd },
) => {
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
  atEnd(kill)
  return { kill }
}

/** Starts a Redis until the test ends. */
export const startRedis = async () => {
  const port = await freePort()
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', tmpdir()]
  const start = () => startProgram('redis-server', args, { isReady: 'Ready to accept connections' })
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

/**
 * Starts a PgBouncer in front of a database, and returns its address.
 * @param atEnd Registers what ends it. Default: it ends with the test.
 */
export const startPgBouncer = async (
  database: string,
  poolMode: 'transaction' | 'session',
  atEnd: AtEnd = onTestFinished,
): Promise<string> => {
  const { hostname, port: serverPort, pathname } = new URL(database)
  const folder = mkdtempSync(join(tmpdir(), 'tidings-pgbouncer-'))
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
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
    // All are open, and take turns: two transactions of one client run on different connections.
    'min_pool_size = 5',
    'server_round_robin = 1',
  ]
  writeFileSync(file, settings.join('\n'))
  await startProgram('pgbouncer', [file], { isReady: 'process up', atEnd })
  return `postgres://postgres@127.0.0.1:${port}${pathname}`
}

/**
 * Starts a network in front of a server, until the test ends. It can drop the data of its connections, delay it, or reset
 * the connections.
 */
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
      from.on('close', () => {
        all.delete(from)
        if (sockets.delete(from)) to.destroy()
      })
    }
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    for (const socket of all) socket.destroy()
  })
  const reset = (isChosen: (socket: Socket) => boolean) => {
    for (const socket of [...all].filter(isChosen)) socket.resetAndDestroy()
  }
  const url = new URL(address)
  url.port = String(port)
  return {
    address: url.href,
    /** Drops everything on the connections that are open now, also that an end closes its side. */
    drop: () => sockets.clear(),
    /** Resets both ends of the connections that `drop` has dropped. */
    resetDropped: () => reset((socket) => !sockets.has(socket)),
    /** Resets both ends of all connections. */
    reset: () => reset(() => true),
    /** Delays all later data by so many milliseconds. */
    delay: (milliseconds: number) => void (delay = milliseconds),
  }
}

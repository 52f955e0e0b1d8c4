import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { addressOf } from './support/Orchard.ts'

interface Demo {
  process: ChildProcess
  address: string
}

const startDemo = async (...args: string[]): Promise<Demo> => {
  const child = spawn('node', ['--import', 'tsx', 'demo/start.ts', ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  // Read until the end: a process whose output is closed fails at its next line.
  const output = child.stdout.setEncoding('utf8')
  const address = await new Promise<string>((resolve, reject) => {
    output.on('data', (lines: string) => {
      const found = /^tidings demo ready on (http:\/\/127\.0\.0\.1:\d+)$/m.exec(lines)?.[1]
      if (found !== undefined) resolve(found)
    })
    child.once('exit', () => reject(new Error('The demo exited before it was ready.')))
  })
  return { process: child, address }
}

const stopDemo = async ({ process }: Demo, signal: NodeJS.Signals) => {
  const ended = once(process, 'exit')
  process.kill(signal)
  return ended
}

/** Signs a visitor in, and returns a function that sends requests as that visitor. */
const visit = async (address: string) => {
  const session = await fetch(`${address}/api/session`)
  const cookie = session.headers.get('set-cookie')?.split(';')[0] ?? ''
  return async (path: string, body?: object) => {
    const response = await fetch(address + path, {
      headers: { cookie, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    expect(response.ok).toBe(true)
    return response.json()
  }
}

const feed = `${addressOf('getFeed', 'maya')}?limit=100`

test(
  'a second start preserves all data, seeds nothing twice, and uses another port if its own is in use',
  { tag: '@slow' },
  async () => {
    test.setTimeout(120_000)
    const data = await mkdtemp(join(tmpdir(), 'tidings-demo-'))
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port: taken } = other.address() as AddressInfo
    try {
      const first = await startDemo('--port', '0', '--data', data)
      const send = await visit(first.address)
      await send('/api/happen', { happenings: ['security'] })
      await send(addressOf('markAll', 'maya'), { markAs: 'read' })
      const before = await send(feed)
      expect(before.totalCount).toBeGreaterThan(60)
      expect(await stopDemo(first, 'SIGTERM')).toEqual([0, null])

      const second = await startDemo('--port', String(taken), '--data', data)
      expect(Number(new URL(second.address).port)).toBeGreaterThan(taken)
      const askAgain = await visit(second.address)
      expect(await askAgain(feed)).toEqual(before)
      expect(await stopDemo(second, 'SIGINT')).toEqual([0, null])
    } finally {
      other.close()
      await rm(data, { recursive: true, force: true })
    }
  },
)

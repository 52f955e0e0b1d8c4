// @module-tag slow

import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pass } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { seededRandom } from '../setup/seededRandom.ts'
import { prepareFolders } from './support/dataFolder.ts'
import { patience, runToEnd } from './support/process.ts'
import { call, started, total, welcome } from './support/serving.ts'

const { folder, dataFolder } = prepareFolders()

const start = (data: string, options: Parameters<typeof started>[1] = {}) =>
  started(['--data', data, '--api-key', 'k'], options)

/** Starts a second process on the folder, which has to refuse. */
const expectRefusal = async (data: string) =>
  expect(await runToEnd(['--port', '0', '--data', data, '--api-key', 'k'])).toMatchObject({
    exit: 1,
    stdout: '',
    stderr: expect.stringMatching(/is in use by process \d+ on /),
  })

test.each<[string, string[]]>([
  ['this', []],
  ['another', ['unshare', '--pid', '--fork', ...(process.getuid?.() === 0 ? [] : ['--map-root-user'])]],
])(
  'a paused process in %s namespace of processes keeps its folder, and loses no acknowledged write',
  async (_, wrapper) => {
    const data = dataFolder()
    const first = await start(data, { wrapper })
    expect((await welcome(first.address, 'k', 'a')).status).toBe(201)
    first.kill('SIGSTOP')
    await expectRefusal(data)
    first.kill('SIGCONT')
    expect((await welcome(first.address, 'k', 'b')).status).toBe(201)
    first.kill('SIGKILL')
    await first.exit

    const next = await start(data)
    expect([await total(next.address, 'k', 'a'), await total(next.address, 'k', 'b')]).toEqual([1, 1])
  },
  patience,
)

test(
  'a process whose event loop is blocked for 20 seconds keeps its folder',
  async () => {
    const block = "process.on('SIGUSR2', () => { for (const end = Date.now() + 20_000; Date.now() < end; ); })"
    const data = dataFolder()
    const first = await start(data, {
      env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(block)}` },
    })
    await welcome(first.address, 'k', 'a')
    first.kill('SIGUSR2')
    let isBlocked = true
    const response = welcome(first.address, 'k', 'b').finally(() => (isBlocked = false))
    await expectRefusal(data)
    expect(isBlocked).toBe(true)

    expect((await response).status).toBe(201)
    expect(await total(first.address, 'k', 'b')).toBe(1)
  },
  patience,
)

test(
  'a killed process that its parent has not reaped leaves its folder',
  async () => {
    const data = dataFolder()
    const wrapper = ['sh', '-c', '"$@" & exec sleep 600 > /dev/null 2>&1', 'sh']
    const first = await start(data, { wrapper })
    await welcome(first.address, 'k', 'a')
    const pid = Number(/^process (\d+) on /.exec(readFileSync(join(data, 'lock'), 'utf8'))?.[1])
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => readFileSync(`/proc/${pid}/stat`, 'utf8'), { timeout: 10_000 }).toMatch(/\) Z /)

    const next = await start(data)
    expect(await total(next.address, 'k', 'a')).toBe(1)
  },
  patience,
)

/** Writes until the service fails. Returns how many notifications it acknowledged, and how many were sent. */
const writeUntilFailure = async (address: string) => {
  // PostgreSQL can't compress it, so that the disk is soon full.
  const text = randomBytes(10_000).toString('hex')
  for (let sent = 20, acknowledged = 0; ; acknowledged = sent, sent += 20) {
    const events = Array.from({ length: 20 }, () => ({ name: 'announcement', to: 'a', payload: { title: 't', text } }))
    const { status } = await call(address, 'k', '/v1/events/trigger/bulk', { events }).catch(() => ({ status: 0 }))
    if (status !== 201) return { acknowledged, sent, status }
  }
}

const disks: [string, () => { data: string; wrapper?: string[]; free: () => void; reason: string }][] = [
  [
    'a limit of the size of files',
    () => ({
      data: dataFolder(),
      wrapper: ['prlimit', `--fsize=${14 * 1024 * 1024}`],
      free: () => {},
      reason: 'File too large',
    }),
  ],
]
// Only root can mount a small disk. The limit above fails in the same function of PostgreSQL.
if (process.getuid?.() === 0)
  disks.push([
    'a full disk',
    () => {
      const disk = mkdtempSync(join(folder, 'disk-'))
      const run = (program: string, ...args: string[]) => expect(spawnSync(program, args).status).toBe(0)
      run('mount', '-t', 'tmpfs', '-o', 'size=60m', 'tmpfs', disk)
      onTestFinished(() => run('umount', '--lazy', disk))
      cpSync(dataFolder(), disk, { recursive: true })
      return { data: disk, free: () => run('mount', '-o', 'remount,size=300m', disk), reason: 'The disk is full' }
    },
  ])

test.each(disks)(
  '%s ends the process with a message, and loses no acknowledged write',
  async (_, prepare) => {
    const { data, wrapper, free, reason } = prepare()
    const first = await start(data, wrapper ? { wrapper } : {})
    const { acknowledged, sent, status } = await writeUntilFailure(first.address)
    expect([0, 503]).toContain(status)
    expect(acknowledged).toBeGreaterThan(0)
    expect(await first.exit).toBe(1)
    expect(first.output.stderr).toContain(`tidings-service: The database in ${data} failed: `)
    expect(first.output.stderr).toContain(reason)

    free()
    const next = await start(data)
    const stored = Number(await total(next.address, 'k', 'a'))
    expect(stored).toBeGreaterThanOrEqual(acknowledged)
    expect(stored).toBeLessThanOrEqual(sent)
  },
  patience,
)

test(
  'a file over the size limit of the process fails requests with 503, and loses no acknowledged write',
  async () => {
    const data = dataFolder()
    const first = await start(data)
    expect((await welcome(first.address, 'k', 'a')).status).toBe(201)
    const limit = (bytes: string) => spawnSync('prlimit', ['--pid', String(first.pid), `--fsize=${bytes}:`]).status
    expect(limit('8192')).toBe(0)
    const { status } = await writeUntilFailure(first.address)
    limit('unlimited')

    expect({ status, log: first.output.stderr }).toEqual({
      status: 503,
      log: expect.stringContaining('File too large'),
    })
    first.kill('SIGKILL')
    await first.exit
    const next = await start(data)
    expect(await total(next.address, 'k', 'a')).toBeGreaterThan(0)
  },
  patience,
)

test(
  'a start on a full disk ends with a message',
  async () => {
    const result = await runToEnd(['--port', '0', '--data', mkdtempSync(join(folder, 'limited-')), '--api-key', 'k'], {
      wrapper: ['prlimit', `--fsize=${1024 * 1024}`],
    })
    expect(result).toMatchObject({ exit: 1, stdout: '' })
    expect(result.stderr).toMatch(/^Creating .*\ntidings-service: The database in .* can't be opened: .*\n$/)
  },
  patience,
)

test(
  'no acknowledged write is lost while the process is killed, paused and resumed',
  async () => {
    const random = seededRandom()
    const data = dataFolder()
    let service = await start(data)
    const acknowledged: string[] = []
    const end = new AbortController()
    const write = async (writer: number) => {
      for (let count = 0; !end.signal.aborted; count++) {
        const to = `s-${writer}-${count}`
        const { status } = await welcome(service.address, 'k', to).catch(() => ({ status: 0 }))
        if (status === 201) acknowledged.push(to)
        else await pass(20)
      }
    }
    const writers = [0, 1, 2, 3].map(write)

    for (let round = 1; round <= 8; round++) {
      await pass(100 + random() * 1_000)
      // A busy machine may have written nothing meanwhile.
      await expect.poll(() => acknowledged.length, { timeout: patience }).toBeGreaterThanOrEqual(8 * round)
      if (random() < 0.5) {
        service.kill('SIGKILL')
        await service.exit
        service = await start(data)
      } else {
        service.kill('SIGSTOP')
        await expectRefusal(data)
        service.kill('SIGCONT')
      }
    }
    end.abort()
    await Promise.all(writers)
    service.kill('SIGKILL')
    await service.exit

    const last = await start(data)
    const lost: string[] = []
    for (const to of acknowledged) if ((await total(last.address, 'k', to)) !== 1) lost.push(to)
    expect(lost).toEqual([])
  },
  2 * patience,
)

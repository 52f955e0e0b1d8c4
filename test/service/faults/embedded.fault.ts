import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pass } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { seededRandom } from '../../setup/seededRandom.ts'
import { runToEnd } from '../support/process.ts'
import { started } from '../support/serving.ts'
import { allSent, compareSent, endPauses } from './support/compareSent.ts'
import { compareStored, noDifferences } from './support/compareStored.ts'
import { createSteppedClock } from './support/createSteppedClock.ts'
import { type Fault, faultCount, injectFaults, printFaults } from './support/injectFaults.ts'
import { apiKey, startClients } from './support/startClients.ts'
import { startProviders } from './support/startProviders.ts'

const succeeds = (program: string, ...args: string[]) => spawnSync(program, args).status === 0

/** A folder on a disk of its own that can become full, where this process may mount one. */
const prepareDisk = () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidings-faults-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const isOwn = process.getuid?.() === 0 && succeeds('mount', '-t', 'tmpfs', '-o', 'size=2g', 'tmpfs', folder)
  if (isOwn) onTestFinished(() => expect(succeeds('umount', '--lazy', folder)).toBe(true))
  else process.stdout.write('No full disk: this process may not mount one.\n')
  const resize = (bytes: number) => succeeds('mount', '-o', `remount,size=${bytes}`, folder)
  return {
    isOwn,
    data: join(folder, 'data'),
    /** Leaves no space. The service may need some more until the disk has its new size. */
    fill: async () => {
      const shrink = () => {
        const { blocks, bfree, bsize } = statfsSync(folder)
        return resize((blocks - bfree) * bsize)
      }
      await expect.poll(shrink, { timeout: 10_000, interval: 5 }).toBe(true)
    },
    free: () => expect(resize(2 * 1024 ** 3)).toBe(true),
  }
}

const refusal = { exit: 1, stdout: '', stderr: expect.stringMatching(/is in use by /) }

test('a service with an embedded database stores and sends what it acknowledges, whatever fails', async () => {
  const random = seededRandom()
  const disk = prepareDisk()
  const clock = createSteppedClock()
  const options = { env: clock.env }
  const providers = await startProviders(random)
  const args = ['--data', disk.data, '--api-key', apiKey, ...providers.args]
  let command = await started(args, options)
  const service = { address: command.address }
  const start = async () => {
    command = await started(args, options)
    service.address = command.address
  }
  const kill = async () => {
    command.kill('SIGKILL')
    await command.exit
  }
  const clients = startClients([service], 4, random)

  const isHealthy = () =>
    fetch(`${service.address}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )

  /** A service that can't write responds with errors, or exits with the reason. A supervisor starts it again. */
  const writeFault = (share: number, reason: string, fault: { begin: () => unknown; end: () => unknown }): Fault => ({
    share,
    cause: async () => {
      await fault.begin()
      await pass(300 + random() * 700)
      fault.end()
    },
    repair: async () => {
      let exit: Awaited<typeof command.exit> | undefined
      void command.exit.then((code) => (exit = code))
      const isDecided = async () => (await isHealthy()) || exit !== undefined
      await expect.poll(isDecided, { timeout: 10_000, interval: 5 }).toBe(true)
      if (exit === undefined) return
      expect({ exit, stderr: command.output.stderr }).toEqual({ exit: 1, stderr: expect.stringContaining(reason) })
      await start()
    },
  })
  /** Limits the size of files, which has the same effect on a database as a disk without space. */
  const limitFiles = (bytes: string) => succeeds('prlimit', '--pid', String(command.pid), `--fsize=${bytes}:`)

  const faults: Record<string, Fault> = {
    SIGKILL: { share: 4, cause: kill, repair: start },
    'SIGSTOP, another process starts, SIGCONT': {
      share: 5,
      cause: async () => {
        command.kill('SIGSTOP')
        expect(await runToEnd(['--port', '0', ...args], options)).toMatchObject(refusal)
        command.kill('SIGCONT')
      },
    },
    SIGTERM: {
      share: 3,
      cause: async () => {
        const signaledAt = performance.now()
        command.kill('SIGTERM')
        expect(await command.exit).toBe(0)
        expect(performance.now() - signaledAt).toBeLessThan(10_000)
      },
      repair: start,
    },
    'SIGKILL, two processes start at once': {
      share: 2,
      cause: kill,
      repair: async () => {
        const results = await Promise.allSettled([started(args, options), started(args, options)])
        const winners = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
        const reasons = results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []))
        expect(reasons).toEqual([refusal.stderr])
        for (const winner of winners) command = winner
        service.address = command.address
      },
    },
    'the clock is set': { share: 4, cause: () => clock.step(random) },
    'no file can grow': writeFault(3, 'File too large', {
      begin: () => expect(limitFiles('8192')).toBe(true),
      // It fails for a process that has ended.
      end: () => limitFiles('unlimited'),
    }),
    ...(disk.isOwn && {
      'full disk': writeFault(6, 'No space left on device', { begin: disk.fill, end: disk.free }),
    }),
  }
  const times = await injectFaults(faults, clients, providers, random)

  await clients.stop()
  await kill()
  clock.set(0)
  // The waits that were stored by a clock that was ahead.
  await start()
  command.kill('SIGTERM')
  expect(await command.exit).toBe(0)
  expect(await endPauses(disk.data)).toBe(0)
  await start()
  printFaults(times, clients, providers)
  expect(await compareStored(service.address, clients)).toEqual(noDifferences)
  expect(await compareSent(service.address, clients, providers, { mayGiveUp: true })).toEqual(allSent)
  expect(providers.unmet()).toEqual([])
  expect(clients.problems).toEqual([])
  expect([...times.values()].flat()).toHaveLength(faultCount)
  expect([...times.values()].filter(({ length }) => length > 0)).toHaveLength(disk.isOwn ? 7 : 6)
})

import { expect, test } from 'vitest'
import { createDatabase } from '../support/engines.ts'
import { startPgBouncer } from '../support/liveServers.ts'
import { patience, runHere } from '../support/process.ts'
import { open, untilHinted, untilTogether } from '../support/servedStreams.ts'
import { call, started, welcome } from '../support/serving.ts'

test(
  'with data behind PgBouncer in transaction mode: without --live, the cause is logged and the stream incomplete',
  { tags: 'slow', timeout: patience },
  async () => {
    const pooled = await startPgBouncer(await createDatabase(), 'transaction')
    const command = await started(['--data', pooled, '--api-key', 'k'])
    const stream = await open(command.address)

    await expect.poll(() => command.output.stderr).toContain('PgBouncer in transaction mode')
    expect(stream.events).toMatchObject([{ event: 'status', data: { complete: false } }])

    // Without a working bus, the service still hints its own events.
    await welcome(command.address, 'k', 'ada')
    await untilHinted(stream, 'ada')
  },
)

test.each(['', 'on', 'redis://me:geheim@127.0.0.1', 'postgres://me:geheim@127.0.0.1:port/x'])(
  '--live %j: one line, without the password',
  async (live) => {
    const result = await runHere(['service', '--data', 'memory', '--live', live])

    expect(result).toMatchObject({ exit: 2, stdout: '' })
    expect(result.stderr).toMatch(/^tidings: --live must be off or postgres:[^\n]*\n$/)
    expect(result.stderr).not.toContain('geheim')
  },
)

test(
  'two processes behind PgBouncer in transaction mode: --live leads to the server and carries the hints of each other',
  { tags: 'slow', timeout: patience },
  async () => {
    const direct = await createDatabase()
    const pooled = await startPgBouncer(direct, 'transaction')
    const args = ['--data', pooled, '--api-key', 'k', '--live', direct]
    const [first, second] = await Promise.all([started(args), started(args)])

    await untilTogether(first.address, second.address)

    for (const { output } of [first, second]) expect(output.stderr).not.toContain('PgBouncer')
  },
)

test(
  'two processes behind PgBouncer in session mode: the hints of each other, without --live',
  { tags: 'slow', timeout: patience },
  async () => {
    // Its pool has five connections. Live delivery needs two of each process.
    const args = ['--data', await startPgBouncer(await createDatabase(), 'session'), '--api-key', 'k', '--pool-size']
    const [first, second] = await Promise.all([started([...args, '1']), started([...args, '1'])])

    await untilTogether(first.address, second.address)

    for (const { output } of [first, second]) expect(output.stderr).not.toContain('PgBouncer')
  },
)

test('--live off: no stream', { tags: 'slow', timeout: patience }, async () => {
  const command = await started(['--data', await createDatabase(), '--api-key', 'k', '--live', 'off'])

  expect((await call(command.address, 'k', '/v1/live')).status).toBe(404)
})

import { expect, onTestFinished, test } from 'vitest'
import { createDatabase } from '../support/engines.ts'
import { type OpenStream, readStream } from '../support/eventStream.ts'
import { startPgBouncer } from '../support/liveServers.ts'
import { patience, runHere } from '../support/process.ts'
import { call, started, welcome } from '../support/serving.ts'

/** Opens the stream of a service over HTTP until the test ends. */
const open = async (address: string): Promise<OpenStream> => {
  const response = await fetch(`${address}/v1/live`, { headers: { authorization: 'ApiKey k' } })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  const stream = readStream(response)
  onTestFinished(() => stream.cancel())
  return stream
}

const untilComplete = async (stream: OpenStream) => {
  await expect
    .poll(() => stream.events.findLast(({ event }) => event === 'status')?.data, { timeout: 20_000 })
    .toEqual({ complete: true })
}

const untilHinted = async (stream: OpenStream, subscriberId: string) => {
  await expect.poll(() => JSON.stringify(stream.hints()), { timeout: 20_000 }).toContain(subscriberId)
}

/** Opens the stream of the second process, and waits until it has a hint of the first one. */
const untilTogether = async (first: string, second: string) => {
  const stream = await open(second)
  await untilComplete(stream)
  // The second process counts the first one's texts before its own start as lost: the first hint is for all.
  let round = 0
  const trigger = async () => {
    await welcome(first, 'k', `ada-${++round}`)
    return JSON.stringify(stream.hints())
  }
  await expect.poll(trigger, { timeout: 20_000 }).toContain('ada-')
  return stream
}

test(
  'events arrive while the stream is open, and SIGTERM ends it at once',
  async () => {
    const command = await started(['--data', 'memory', '--api-key', 'k'])
    const stream = await open(command.address)
    await expect.poll(() => stream.events.length, { timeout: 10_000 }).toBe(1)
    expect(stream.events[0]).toMatchObject({ event: 'status', data: { complete: true } })

    await welcome(command.address, 'k', 'ada')
    await untilHinted(stream, 'ada')
    command.kill('SIGTERM')

    expect(await stream.ended).toBeUndefined()
    expect(await command.exit).toBe(0)
    // The streams don't use up the time of requests in flight.
    expect(command.output.stderr).not.toContain('took too long')
  },
  patience,
)

test(
  'two processes on one PostgreSQL: the stream of one has the hints of the other',
  async () => {
    const args = ['--data', await createDatabase(), '--api-key', 'k']
    const [first, second] = await Promise.all([started(args), started(args)])
    const stream = await untilTogether(first.address, second.address)

    first.kill('SIGKILL')
    await first.exit
    await welcome(second.address, 'k', 'ben')
    await untilHinted(stream, 'ben')
    expect(stream.events.filter(({ event }) => event === 'lost')).toEqual([])
    second.kill('SIGTERM')
    expect(await second.exit).toBe(0)
  },
  patience,
)

test(
  'with data behind PgBouncer in transaction mode: without --live, the cause is logged and the stream incomplete',
  async () => {
    const pooled = await startPgBouncer(await createDatabase(), 'transaction')
    const command = await started(['--data', pooled, '--api-key', 'k'])
    const stream = await open(command.address)

    await expect.poll(() => command.output.stderr, { timeout: 20_000 }).toContain('PgBouncer in transaction mode')
    expect(stream.events).toMatchObject([{ event: 'status', data: { complete: false } }])

    // Without a working bus, the service still hints its own events.
    await welcome(command.address, 'k', 'ada')
    await untilHinted(stream, 'ada')
  },
  patience,
)

test(
  'two processes behind PgBouncer in transaction mode: --live leads to the server and carries the hints of each other',
  async () => {
    const direct = await createDatabase()
    const pooled = await startPgBouncer(direct, 'transaction')
    const args = ['--data', pooled, '--api-key', 'k', '--live', direct]
    const [first, second] = await Promise.all([started(args), started(args)])

    await untilTogether(first.address, second.address)

    for (const { output } of [first, second]) expect(output.stderr).not.toContain('PgBouncer')
  },
  patience,
)

test(
  'two processes behind PgBouncer in session mode: the hints of each other, without --live',
  async () => {
    // Its pool has five connections. Live delivery needs two of each process.
    const args = ['--data', await startPgBouncer(await createDatabase(), 'session'), '--api-key', 'k', '--pool-size']
    const [first, second] = await Promise.all([started([...args, '1']), started([...args, '1'])])

    await untilTogether(first.address, second.address)

    for (const { output } of [first, second]) expect(output.stderr).not.toContain('PgBouncer')
  },
  patience,
)

test(
  '--live off: no stream',
  async () => {
    const command = await started(['--data', 'memory', '--api-key', 'k', '--live', 'off'])

    expect((await call(command.address, 'k', '/v1/live')).status).toBe(404)
  },
  patience,
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

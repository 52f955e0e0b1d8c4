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
    const stream = await open(second.address)
    await untilComplete(stream)

    // The second process counts the first one's texts before its own start as lost: the first hint is for all.
    let round = 0
    const trigger = async () => {
      await welcome(first.address, 'k', `ada-${++round}`)
      return JSON.stringify(stream.hints())
    }
    await expect.poll(trigger, { timeout: 20_000 }).toContain('ada-')

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
  'with data behind PgBouncer in transaction mode: logged and incomplete; --live leads to the server',
  async () => {
    const direct = await createDatabase()
    const pooled = await startPgBouncer(direct, 'transaction')
    const args = ['--data', pooled, '--api-key', 'k']
    const [wrong, right] = await Promise.all([started(args), started([...args, '--live', direct])])

    const [incomplete, complete] = [await open(wrong.address), await open(right.address)]
    await untilComplete(complete)
    await expect.poll(() => wrong.output.stderr, { timeout: 20_000 }).toContain('PgBouncer in transaction mode')
    expect(incomplete.events).toMatchObject([{ event: 'status', data: { complete: false } }])
    expect(right.output.stderr).not.toContain('PgBouncer')

    // Also the service without a working bus hints its own events.
    await welcome(wrong.address, 'k', 'ada')
    await untilHinted(incomplete, 'ada')
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

import { expect, test } from 'vitest'
import { createDatabase } from '../support/engines.ts'
import { startPgBouncer } from '../support/liveServers.ts'
import { patience, runHere } from '../support/process.ts'
import { open, untilHinted } from '../support/servedStreams.ts'
import { started, welcome } from '../support/serving.ts'

test(
  'with data behind PgBouncer in transaction mode: without --live, the cause is logged and the stream incomplete',
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

import { expect, test } from 'vitest'
import { createDatabase } from '../support/engines.ts'
import { startPgBouncer } from '../support/liveServers.ts'
import { patience } from '../support/process.ts'
import { untilTogether } from '../support/servedStreams.ts'
import { call, started } from '../support/serving.ts'

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
    const command = await started(['--data', await createDatabase(), '--api-key', 'k', '--live', 'off'])

    expect((await call(command.address, 'k', '/v1/live')).status).toBe(404)
  },
  patience,
)

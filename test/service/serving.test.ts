import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createService, defaultWorkspace } from '../../src/service/index.ts'
import { prepareFolders } from './support/dataFolder.ts'
import { connect, createDatabase, untilWaiting } from './support/engines.ts'
import { patience } from './support/process.ts'
import { call, printedKey, started, total, welcome } from './support/serving.ts'

const { folder, dataFolder } = prepareFolders()

test(
  'a service can open its data folder itself, and releases it when it is closed or fails to start',
  async () => {
    const data = dataFolder()
    const options = { database: data, workspace: defaultWorkspace, log: () => {} }

    await expect(createService({ ...options, apiKeys: [] })).rejects.toMatchObject({ code: 'TIDINGS_107' })
    await expect(createService({ ...options, apiKeys: ['k'], maxBodyBytes: Number.NaN })).rejects.toThrow(
      'maxBodyBytes',
    )
    const service = await createService({ ...options, apiKeys: ['k'] })
    expect((await service(new Request('http://service.test/healthz'))).status).toBe(200)
    await expect(createService({ ...options, apiKeys: ['k'] })).rejects.toThrow('is in use by process')
    await service.close()

    const next = await createService({ ...options, apiKeys: ['k'] })
    await next.close()
  },
  patience,
)

test(
  'a PostgreSQL server: two processes work in parallel, and a dead one blocks nothing',
  async () => {
    const data = await createDatabase()
    const args = ['--data', data, '--api-key', 'k']
    const [first, second] = await Promise.all([started(args), started(args)])
    await Promise.all([first, second, first, second].map(({ address }) => welcome(address, 'k', 'a')))
    expect(await total(second.address, 'k', 'a')).toBe(1)

    const markAll = (address: string) =>
      fetch(`${address}/v1/subscribers/a/messages/mark-all`, {
        method: 'POST',
        headers: { authorization: 'ApiKey k', 'idempotency-key': 'key-1' },
        body: '{"markAs":"read"}',
      })
    const client = await connect(data)
    await client.query('begin; select from tidings.subscribers for update')
    const lost = markAll(first.address).catch(() => 'lost')
    await untilWaiting(client, 1)
    first.kill('SIGKILL')
    await client.query('rollback')
    await client.end()

    expect(await lost).toBe('lost')
    // The server needs a moment to notice that the process is dead.
    await expect.poll(async () => (await markAll(second.address)).status, { timeout: 10_000 }).toBe(201)
    expect((await markAll(second.address)).headers.get('idempotency-replay')).toBe('true')
    second.kill('SIGINT')
    expect(await second.exit).toBe(0)
  },
  patience,
)

test(
  'the start that creates a database says so, because it takes seconds',
  async () => {
    const args = ['--data', join(folder, 'new'), '--api-key', 'k']
    const line = `Creating the database in ${args[1]} …`
    const first = await started(args)
    expect(first.output.stderr.split('\n')[0]).toBe(line)
    first.kill('SIGTERM')
    await first.exit
    expect((await started(args)).output.stderr).not.toContain('Creating')

    const inMemory = await started(['--data', 'memory', '--api-key', 'k', '--log-format', 'json'])
    expect(JSON.parse(inMemory.output.stderr.split('\n')[0] ?? '')).toMatchObject({
      level: 'info',
      message: 'Creating the database in memory …',
    })
  },
  patience,
)

test(
  'memory stores nothing',
  async () => {
    const cwd = mkdtempSync(join(folder, 'memory-'))
    const command = await started(['--data', 'memory'], { cwd })
    await welcome(command.address, await printedKey(command), 'a')
    command.kill('SIGTERM')

    expect(await command.exit).toBe(0)
    expect(readdirSync(cwd)).toEqual([])
  },
  patience,
)

test(
  'key, workspace and envelope can be passed',
  async () => {
    const data = dataFolder()
    const file = join(folder, 'workspace.json')
    writeFileSync(
      file,
      JSON.stringify({ organizationId: 'o', environmentId: 'e', subscribers: [{ subscriberId: 'zoe' }] }),
    )
    const args = ['--data', data, '--workspace', file, '--envelope', 'data']
    const command = await started(args, { env: { TIDINGS_API_KEY: 'from-env' } })

    expect(await call(command.address, 'from-env', '/v2/subscribers/zoe/preferences')).toMatchObject({
      status: 200,
      body: { data: { workflows: [] } },
    })
    expect(command.output.stderr).not.toContain('API key')
    expect(existsSync(join(data, 'api-key'))).toBe(false)
  },
  patience,
)

test(
  'SIGTERM completes requests in flight, then exits with 0; a body that is too large gets its response first',
  async () => {
    const command = await started(['--data', dataFolder(), '--api-key', 'k'])
    const body = JSON.stringify({ events: [{ name: 'welcome', to: 'a' }] })
    const halfSent = request(`${command.address}/v1/events/trigger/bulk`, {
      method: 'POST',
      headers: { authorization: 'ApiKey k', 'content-length': body.length },
    })
    const status = new Promise((resolve, reject) => {
      halfSent.on('response', (response) => resolve(response.resume().statusCode))
      halfSent.on('error', reject)
    })
    halfSent.write(body.slice(0, 10))
    // When a later request has its response, this one has arrived.
    const tooLarge = await call(command.address, 'k', '/v1/events/trigger/bulk', {
      events: ['x'.repeat(5_000_000)],
    })
    expect(tooLarge).toMatchObject({ status: 413, body: { statusCode: 413 } })
    command.kill('SIGTERM')
    await expect.poll(() => command.output.stderr, { timeout: 10_000 }).toContain('SIGTERM')
    await expect
      .poll(() =>
        fetch(command.address).then(
          () => 'open',
          () => 'closed',
        ),
      )
      .toBe('closed')
    halfSent.end(body.slice(10))

    expect(await status).toBe(201)
    expect(await command.exit).toBe(0)
  },
  patience,
)

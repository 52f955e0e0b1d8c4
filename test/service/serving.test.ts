import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createService, defaultWorkspace } from '../../src/service/index.ts'
import { prepareFolders } from './support/dataFolder.ts'
import { connect, createDatabase, untilWaiting } from './support/engines.ts'
import { patience } from './support/process.ts'
import { untilHinted, untilTogether } from './support/servedStreams.ts'
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
  'a PostgreSQL server: two processes work in parallel and hint for each other, and a dead one blocks nothing',
  async () => {
    const data = await createDatabase()
    const args = ['--data', data, '--api-key', 'k']
    // The second one has a further key, as while a key is replaced.
    const [first, second] = await Promise.all([started(args), started([...args, '--api-key', 'new'])])
    await Promise.all([first, second, first, second].map(({ address }) => welcome(address, 'k', 'a')))
    expect(await total(second.address, 'new', 'a')).toBe(1)
    expect(await total(second.address, 'k', 'a')).toBe(1)
    const stream = await untilTogether(first.address, second.address)

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
    await welcome(second.address, 'k', 'ben')
    await untilHinted(stream, 'ben')
    expect(stream.events.filter(({ event }) => event === 'lost')).toEqual([])
    second.kill('SIGINT')

    expect(await stream.ended).toBeUndefined()
    expect(await second.exit).toBe(0)
    // The streams don't use up the time of requests in flight.
    expect(second.output.stderr).not.toContain('took too long')
  },
  patience,
)

test(
  'memory stores nothing; --log-format json: one object in each line, from the start to the end',
  { tags: 'slow', timeout: patience },
  async () => {
    const cwd = mkdtempSync(join(folder, 'memory-'))
    const command = await started(['--data', 'memory', '--log-format', 'json'], { cwd })
    await welcome(command.address, await printedKey(command), 'a')
    command.kill('SIGTERM')

    expect(await command.exit).toBe(0)
    expect(readdirSync(cwd)).toEqual([])
    const lines = command.output.stderr.trim().split('\n')
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      { time: expect.any(String), level: 'info', message: 'Creating the database in memory …' },
      { time: expect.any(String), level: 'info', message: expect.stringContaining('API key: ') },
      { time: expect.any(String), level: 'info', message: 'SIGTERM: stopping' },
    ])
  },
)

test(
  'keys, workspace, envelope and senders can be passed',
  async () => {
    const data = dataFolder()
    const file = join(folder, 'workspace.json')
    writeFileSync(
      file,
      JSON.stringify({
        organizationId: 'o',
        environmentId: 'e',
        subscribers: [{ subscriberId: 'zoe', phone: '+46' }],
        integrations: [{ name: 'Own', identifier: 'own', channel: 'sms', providerId: 'own' }],
        workflows: [{ identifier: 'welcome', name: 'Welcome', steps: [{ channel: 'sms', content: 'x' }] }],
      }),
    )
    const senders = join(folder, 'senders.mjs')
    writeFileSync(senders, `export default { own: async () => ({ id: '1' }) }`)
    const args = ['--data', data, '--workspace', file, '--envelope', 'data', '--senders', senders]
    const command = await started(args, { env: { TIDINGS_API_KEY: 'new,from-env' } })

    expect(await call(command.address, 'from-env', '/v2/subscribers/zoe/preferences')).toMatchObject({
      status: 200,
      body: { data: { workflows: [{ workflow: { identifier: 'welcome' } }] } },
    })
    await welcome(command.address, 'new', 'zoe')
    await expect
      .poll(async () => (await call(command.address, 'from-env', '/v1/messages')).body)
      .toMatchObject({ data: [{ status: 'sent', providerId: 'own' }] })
    expect(command.output.stderr).not.toContain('API key')
    expect(existsSync(join(data, 'api-key'))).toBe(false)
    expect(await call(command.address, 'new,from-env', '/v1/messages')).toMatchObject({ status: 401 })
  },
  patience,
)

test(
  'SIGTERM completes requests in flight, then exits with 0; a body that is too large gets its response first',
  async () => {
    const command = await started(['--data', await createDatabase(), '--api-key', 'k'])
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

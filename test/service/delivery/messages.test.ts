import { expect, test } from 'vitest'
import { createServiceClient } from '../../../src/client/index.ts'
import { createInboxProxy } from '../../../src/proxy/index.ts'
import { onEachEngine, sharedMemory } from '../support/engines.ts'
import { apiKey, createWorld } from '../support/world.ts'
import { listMessages } from './support.ts'

const note = (text: string, to: string, more: object = {}) => ({ name: 'note', to, payload: { text }, ...more })

onEachEngine((engine) => {
  test('messages of all subscribers and channels are listed, newest first, in pages', async () => {
    const world = await createWorld(engine)
    const other = await createWorld(engine)
    await other.trigger(note('elsewhere', 'anna'))
    for (const text of ['1', '2', '3']) await world.trigger(note(text, 'anna', { transactionId: `t${text}` }))
    await world.trigger({ name: 'invoice', to: 'ben', payload: { number: 7 }, transactionId: 'bill' })

    expect((await listMessages(world)).map(({ channel, content }) => [channel, content])).toEqual([
      ['email', 'Dear Ben'],
      ['in_app', 'Invoice 7'],
      ['in_app', '3'],
      ['in_app', '2'],
      ['in_app', '1'],
    ])
    const page = async (query: string) => {
      const { body } = await world.call('GET', `/v1/messages${query}`)
      const { data, ...rest } = body as { data: { content: string }[] }
      return { ...rest, contents: data.map(({ content }) => content) }
    }
    expect(await page('?limit=2')).toEqual({
      hasMore: true,
      page: 0,
      pageSize: 2,
      contents: ['Dear Ben', 'Invoice 7'],
    })
    expect(await page('?limit=2&page=2')).toEqual({ hasMore: false, page: 2, pageSize: 1, contents: ['1'] })
    expect(await page('?limit=2&page=3')).toEqual({ hasMore: false, page: 3, pageSize: 0, contents: [] })
    for (const [query, contents] of [
      ['channel=email', ['Dear Ben']],
      ['subscriberId=anna', ['3', '2', '1']],
      ['subscriberId=ben', ['Dear Ben', 'Invoice 7']],
      ['subscriberId=ben&channel=in_app', ['Invoice 7']],
      ['subscriberId=ben&channel=email', ['Dear Ben']],
      ['subscriberId=anna&channel=email', []],
      ['subscriberId=nobody', []],
      ['transactionId=t2', ['2']],
      ['transactionId=bill', ['Dear Ben', 'Invoice 7']],
      ['transactionId=bill&channel=email', ['Dear Ben']],
      ['transactionId=t2&subscriberId=anna', ['2']],
      ['transactionId=t2&subscriberId=ben', []],
      ['transactionId=unknown', []],
    ] as const)
      expect((await page(`?${query}`)).contents, query).toEqual(contents)
  })
})

test('what readers archive or snooze is listed too', async () => {
  const world = await createWorld({ database: await sharedMemory() })
  await world.trigger(note('1', 'anna'), note('2', 'anna'))
  const [second, first] = (await world.feed('anna')).data.map(({ _id }) => _id)
  await world.call('PATCH', `/v2/subscribers/anna/notifications/${first}/archive`)
  const snoozeUntil = '2026-03-02T00:00:00.000Z'
  await world.call('PATCH', `/v2/subscribers/anna/notifications/${second}/snooze`, { snoozeUntil })
  for (const query of ['', '&channel=in_app'])
    expect((await listMessages(world, `&subscriberId=anna${query}`)).map(({ content }) => content)).toEqual(['2', '1'])
})

test.each(['limit=0', 'limit=101', 'page=-1', 'page=x', 'channel=fax', 'status=sent', 'limit=1&limit=2'])(
  '%s is refused with 422',
  async (query) => {
    const world = await createWorld({ database: await sharedMemory() })
    expect((await world.call('GET', `/v1/messages?${query}`)).status).toBe(422)
  },
)

test('only a server with the key can list them: not without it, and not through the proxy', async () => {
  const world = await createWorld({ database: await sharedMemory() })
  await world.trigger(note('1', 'anna'))
  const address = 'http://service.test'
  const inProcess: typeof fetch = (input, init) => world.service.fetch(new Request(input, init))
  expect((await inProcess(`${address}/v1/messages`)).status).toBe(401)

  const proxy = createInboxProxy({
    serviceUrl: address,
    apiKey,
    fetch: inProcess,
    basePath: '/inbox',
    authenticate: () => 'anna',
  })
  const response = await proxy(new Request('http://app.test/inbox/v1/messages'))
  expect(response.status).toBe(404)

  const client = createServiceClient({ baseUrl: address, apiKey, fetch: inProcess })
  expect((await client.listMessages({ subscriberId: 'anna', limit: 5 })).data).toMatchObject([{ content: '1' }])
  expect((await client.listMessages()).hasMore).toBe(false)
})

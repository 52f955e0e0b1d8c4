import { expect, onTestFinished, test } from 'vitest'
import type { Message } from '../../../src/contract/index.ts'
import { createService, openDatabase } from '../../../src/service/index.ts'
import { createDatabase } from '../support/engines.ts'
import { startPgBouncer } from '../support/liveServers.ts'
import { silence, startProvider, status } from '../support/providers.ts'
import { apiKey } from '../support/world.ts'
import { createSendingWorld, event, integration, listMessages } from './support.ts'

/** Databases of several processes, whose ten connections each share five of the server. */
const openPooled = async (count: number) => {
  const address = await startPgBouncer(await createDatabase(), 'transaction')
  const databases = await Promise.all(Array.from({ length: count }, () => openDatabase(address)))
  onTestFinished(async () => void (await Promise.all(databases.map((database) => database.close()))))
  return databases.map((database) => ({ ...database, close: async () => {} }))
}

const smsOver = (url: string) =>
  integration('sms', 'twilio', { accountSid: 'AC1', token: 'secret-token', from: '+1', baseUrl: url })

const people = Array.from({ length: 40 }, (_, index) => ({ subscriberId: `s${index}`, phone: `+46${index}` }))

const phonesOf = (received: { text: string }[]) =>
  received.map(({ text }) => new URLSearchParams(text).get('To') ?? '').toSorted()

const phones = people.map(({ phone }) => phone).toSorted()

test('two processes behind PgBouncer in transaction mode send each message once, and try again', async () => {
  const provider = await startProvider(status(503))
  const environmentId = 'production'
  const worlds = await Promise.all(
    (await openPooled(2)).map((database) =>
      createSendingWorld({ database }, [smsOver(provider.url)], { environmentId }),
    ),
  )
  const [first, second] = worlds
  if (!first || !second) throw new Error('no world')
  /** How many messages of a kind each of them lists. */
  const count = (isCounted: (message: Message) => boolean) =>
    Promise.all(worlds.map(async (world) => (await listMessages(world)).filter(isCounted).length))

  await Promise.all([first.trigger(event('sms', people.slice(0, 20))), second.trigger(event('sms', people.slice(20)))])
  await expect.poll(() => count(({ errorId }) => errorId === 'retry')).toEqual([40, 40])
  expect(phonesOf(provider.received)).toEqual(phones)

  provider.received.length = 0
  provider.respondWith(() => ({}))
  for (const { clock } of worlds) clock.advance(60_000)
  await expect.poll(() => count((message) => message.status === 'sent')).toEqual([40, 40])
  expect(phonesOf(provider.received)).toEqual(phones)
})

test('behind PgBouncer, what a killed process was sending is sent by another one', async () => {
  const provider = await startProvider(silence)
  const environmentId = 'production'
  const [dying, surviving] = await openPooled(2)
  if (!dying || !surviving) throw new Error('no database')
  const killed = await createSendingWorld({ database: dying }, [smsOver(provider.url)], { environmentId })
  await killed.trigger(event('sms', people.slice(0, 3)))
  await expect.poll(() => provider.received.length).toBe(3)
  // Its connections end without a word, and it stores nothing any more.
  await dying.destroy()

  provider.respondWith(() => ({}))
  const next = await createSendingWorld({ database: surviving }, [smsOver(provider.url)], { environmentId })
  next.clock.advance(30_000)
  await expect
    .poll(async () => (await listMessages(next)).map((message) => message.status))
    .toEqual(['sent', 'sent', 'sent'])
  expect(phonesOf(provider.received)).toEqual(['+460', '+460', '+461', '+461', '+462', '+462'])
})

test('behind PgBouncer, a service with the clock of its database sends at once', async () => {
  const provider = await startProvider()
  const [database] = await openPooled(1)
  if (!database) throw new Error('no database')
  const service = await createService({
    database,
    workspace: {
      environmentId: 'production',
      integrations: [smsOver(provider.url)],
      workflows: [{ identifier: 'sms', name: 'SMS', steps: [{ channel: 'sms', content: 'x' }] }],
    },
    apiKeys: [apiKey],
    live: false,
  })
  onTestFinished(() => service.close())
  const body = JSON.stringify({ events: [event('sms', people)] })
  const request = new Request('http://service.test/v1/events/trigger/bulk', {
    method: 'POST',
    headers: { authorization: `ApiKey ${apiKey}` },
    body,
  })
  expect((await service(request)).status).toBe(201)
  await expect.poll(() => phonesOf(provider.received)).toEqual(phones)
})

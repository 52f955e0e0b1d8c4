import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Message } from '../../../src/contract/index.ts'
import { createService, openDatabase, type Sender, SendError } from '../../../src/service/index.ts'
import { createDatabase, onEachEngine, openServer, sharedMemory } from '../support/engines.ts'
import { silence, startProvider, status } from '../support/providers.ts'
import { apiKey } from '../support/world.ts'
import { createSendingWorld, event, integration, listMessages, untilNewest, untilTried } from './support.ts'

const ben = { subscriberId: 'ben', phone: '+46701234567' }

const smsOver = (url: string) =>
  integration('sms', 'twilio', { accountSid: 'AC1', token: 'secret-token', from: '+1', baseUrl: url })

const minutes = 60_000

onEachEngine((engine) => {
  const setUp = async () => {
    const provider = await startProvider()
    const world = await createSendingWorld(engine, [smsOver(provider.url)])
    return { provider, world }
  }

  test('a message is tried five times within an hour, with growing pauses, and then an error', async () => {
    const { provider, world } = await setUp()
    provider.respondWith(status(503))
    await world.trigger(event('sms', ben))

    const times = ['12:01:00', '12:06:00', '12:21:00', '12:51:00']
    for (const [index, time] of times.entries()) {
      const next = `2026-03-01T${time}.000Z`
      const text = `Try ${index + 1} of 5 failed. The next one is at ${next}.`
      const message = await untilNewest(world, { errorId: 'retry', errorText: expect.stringContaining(text) as string })
      expect(message).toMatchObject({ status: 'warning', deliveredAt: [] })
      const count = provider.received.length
      world.clock.now = new Date(Date.parse(next) - 1)
      await listMessages(world)
      world.clock.advance(1)
      await expect.poll(async () => (await listMessages(world), provider.received.length)).toBe(count + 1)
    }

    const message = await untilNewest(world, { status: 'error' })
    expect(message).toMatchObject({
      errorId: 'not_sent',
      errorText: 'The provider responded with status 503. There were 5 tries.',
    })
    expect(provider.received).toHaveLength(5)
    expect(world.log).toEqual([
      'Sending over "twilio" failed, and is tried again: The provider responded with status 503.',
      `Message ${message._id} was not sent over "twilio": ${message.errorText}`,
    ])
  })

  test('a later try succeeds', async () => {
    const { provider, world } = await setUp()
    provider.respondWith(status(500))
    await world.trigger(event('sms', ben))
    await untilNewest(world, { errorId: 'retry' })

    provider.respondWith(() => ({}))
    world.clock.advance(minutes)
    await listMessages(world)
    const message = await untilNewest(world, { status: 'sent' })
    expect(message.deliveredAt).toEqual(['2026-03-01T12:01:00.000Z'])
    expect(message).not.toHaveProperty('errorId')
    expect(world.log.at(-1)).toBe('Messages are sent over "twilio" again.')
  })

  test.each([
    ['600', '12:10:00'],
    ['Sun, 01 Mar 2026 12:20:00 GMT', '12:20:00'],
    ['1', '12:01:00'],
    ['soon', '12:01:00'],
    ['99999', '13:00:00'],
  ])('Retry-After: %s puts the next try at %s', async (retryAfter, time) => {
    const { provider, world } = await setUp()
    provider.respondWith(status(429, {}, { 'retry-after': retryAfter, date: 'Sun, 01 Mar 2026 12:00:00 GMT' }))
    await world.trigger(event('sms', ben))
    const { errorText } = await untilNewest(world, { errorId: 'retry' })
    expect(errorText).toContain(`The next one is at 2026-03-01T${time}.000Z.`)
  })

  test('a message of a process that was killed is sent again after 30 seconds, which uses up no try', async () => {
    const { provider, world } = await setUp()
    provider.respondWith(silence)
    await world.trigger(event('sms', ben))
    await expect.poll(() => provider.received.length).toBe(1)

    provider.respondWith(status(503))
    const { environmentId } = world
    const other = await createSendingWorld(engine, [smsOver(provider.url)], { environmentId })
    other.clock.advance(29_999)
    await listMessages(other)
    await listMessages(other)
    expect(provider.received).toHaveLength(1)
    other.clock.advance(1)
    await listMessages(other)
    const { errorText } = await untilNewest(other, { errorId: 'retry' })
    expect(errorText).toContain('Try 1 of 5 failed. The next one is at 2026-03-01T12:01:30.000Z.')
    expect(provider.received).toHaveLength(2)
  })

  test('other environments send their own messages', async () => {
    const { provider, world } = await setUp()
    provider.respondWith(status(503))
    await world.trigger(event('sms', ben))
    await untilNewest(world, { errorId: 'retry' })

    const elsewhere = await startProvider()
    const other = await createSendingWorld(engine, [smsOver(elsewhere.url)])
    other.clock.advance(5 * minutes)
    await other.trigger(event('sms', ben))
    expect((await untilTried(other)).map((message) => message.status)).toEqual(['sent'])
    expect([provider.received.length, elsewhere.received.length]).toEqual([1, 1])
    expect(await listMessages(other)).toHaveLength(1)
  })

  test('a provider that hangs delays no other one, and no request', async () => {
    const [slow, fast] = [await startProvider(silence), await startProvider()]
    const world = await createSendingWorld(
      engine,
      [smsOver(fast.url), integration('chat', 'slack', {}, { primary: true })],
      { allowPrivateWebhooks: true },
    )
    const people = Array.from({ length: 25 }, (_, index) => ({
      subscriberId: `s${index}`,
      phone: `+4670${index}`,
      channels: [{ providerId: 'slack', credentials: { webhookUrl: slow.url } }],
    }))
    await world.trigger(event('chat', people))
    await expect.poll(() => slow.received.length).toBe(10)

    await world.trigger(event('sms', people))
    await expect.poll(() => fast.received.length).toBe(25)
    await expect
      .poll(async () => (await listMessages(world, '&channel=sms')).filter((message) => message.status === 'sent'))
      .toHaveLength(25)
    // Its place is not taken by more than ten messages.
    expect(slow.received).toHaveLength(10)
  })

  test('the message of an integration that the workspace lost goes to another one, or says that there is none', async () => {
    const { provider, world } = await setUp()
    provider.respondWith(status(503))
    await world.trigger(event('sms', ben), event('sms', { subscriberId: 'cora', phone: '+4670' }))
    await expect.poll(async () => (await listMessages(world)).map(({ errorId }) => errorId)).toEqual(['retry', 'retry'])

    const { environmentId } = world
    const second = await startProvider()
    const condition = { field: 'subscriberId', value: 'ben', operator: 'EQUAL' as const, on: 'subscriber' as const }
    const next = await createSendingWorld(
      engine,
      [
        integration(
          'sms',
          'generic-sms',
          { baseUrl: second.url },
          { conditions: [{ isNegated: false, type: 'GROUP', value: 'AND', children: [condition] }] },
        ),
      ],
      { environmentId },
    )
    next.clock.advance(minutes)
    await listMessages(next)
    await expect.poll(async () => (await listMessages(next)).map(({ errorId }) => errorId)).not.toContain('retry')
    expect((await listMessages(next, '&subscriberId=ben'))[0]).toMatchObject({
      status: 'sent',
      providerId: 'generic-sms',
    })
    expect((await listMessages(next, '&subscriberId=cora'))[0]).toMatchObject({
      status: 'warning',
      errorId: 'no_integration',
      errorText: expect.stringContaining('No integration sends over sms to this subscriber.'),
    })
  })
})

/** Stops the timers of this process, and not its turns. */
const stopTimers = () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
}

/** Waits without a timer, because they have stopped. */
const until = async (holds: () => unknown) => {
  while (!(await holds())) await nextTurn()
}

test('a provider that does not respond has ten seconds', async () => {
  const provider = await startProvider(silence)
  const world = await createSendingWorld({ database: await sharedMemory() }, [smsOver(provider.url)])
  stopTimers()
  await world.trigger(event('sms', ben))
  await until(() => provider.received.length === 1)

  vi.advanceTimersByTime(9_999)
  expect((await listMessages(world))[0]?.errorId).toBe('waiting')
  vi.advanceTimersByTime(1)
  await until(async () => (await listMessages(world))[0]?.errorId === 'retry')
  expect((await listMessages(world))[0]?.errorText).toMatch(
    /^The provider did not respond within 10 seconds\. Try 1 of 5/,
  )
})

test('a sender of one’s own that ignores its signal has ten seconds too', async () => {
  const started: AbortSignal[] = []
  const send: Sender = async (_, __, { signal }) => {
    started.push(signal)
    return new Promise(() => {})
  }
  const world = await createSendingWorld({ database: await sharedMemory() }, [integration('sms', 'own')], {
    senders: { own: send },
  })
  stopTimers()
  await world.trigger(event('sms', ben))
  await until(() => started.length === 1)
  vi.advanceTimersByTime(10_000)
  await until(async () => (await listMessages(world))[0]?.errorId === 'retry')
  expect(started[0]?.aborted).toBe(true)
})

test('a service that stops gives three seconds to what it sends, and leaves it to the next process', async () => {
  const provider = await startProvider(silence)
  const database = { ...(await sharedMemory()), close: async () => {} }
  const world = await createSendingWorld({ database }, [smsOver(provider.url)])
  stopTimers()
  await world.trigger(event('sms', ben))
  await until(() => provider.received.length === 1)

  const timers = vi.getTimerCount()
  const closed = world.service.close()
  // That of `close`, and that of the tries, which begins after a running look.
  await until(() => vi.getTimerCount() === timers + 2)
  vi.advanceTimersByTime(2_999)
  await nextTurn()
  expect(vi.getTimerCount()).toBe(timers + 2)
  vi.advanceTimersByTime(1)
  await closed
  vi.useRealTimers()

  provider.respondWith(status(503))
  const { environmentId } = world
  const next = await createSendingWorld({ database }, [smsOver(provider.url)], { environmentId })
  expect((await listMessages(next))[0]?.errorId).toBe('waiting')
  next.clock.advance(1)
  await listMessages(next)
  const { errorText } = await untilNewest(next, { errorId: 'retry' })
  expect(errorText).toContain('Try 1 of 5 failed. The next one is at 2026-03-01T12:01:00.001Z.')
  expect(provider.received).toHaveLength(2)
})

test('a process that wakes up after its lease changes nothing of what another one has stored', async () => {
  const provider = await startProvider(silence)
  const database = { ...(await sharedMemory()), close: async () => {} }
  const sleeper = await createSendingWorld({ database }, [smsOver(provider.url)])
  stopTimers()
  await sleeper.trigger(event('sms', ben))
  await until(() => provider.received.length === 1)

  provider.respondWith(() => ({}))
  const { environmentId } = sleeper
  const other = await createSendingWorld({ database }, [smsOver(provider.url)], { environmentId })
  other.clock.advance(30_000)
  await listMessages(other)
  await until(async () => (await listMessages(other))[0]?.status === 'sent')

  vi.advanceTimersByTime(10_000)
  vi.useRealTimers()
  await sleeper.service.close()
  expect(sleeper.log).toEqual([])
  expect((await listMessages(other))[0]).toMatchObject({
    status: 'sent',
    deliveredAt: ['2026-03-01T12:00:30.000Z'],
  })
})

test('two processes send each of many messages once', async () => {
  const { database } = await openServer()
  const provider = await startProvider()
  const first = await createSendingWorld({ database }, [smsOver(provider.url)])
  const { environmentId } = first
  const second = await createSendingWorld({ database }, [smsOver(provider.url)], { environmentId })
  const people = Array.from({ length: 100 }, (_, index) => ({ subscriberId: `s${index}`, phone: `+46${index}` }))
  await Promise.all([first.trigger(event('sms', people.slice(0, 50))), second.trigger(event('sms', people.slice(50)))])
  await expect.poll(async () => (await listMessages(first)).filter(({ status: is }) => is === 'sent')).toHaveLength(100)
  expect(provider.received.map(({ text }) => text).toSorted()).toEqual(
    people.map(({ phone }) => new URLSearchParams({ To: phone, From: '+1', Body: 'Hello' }).toString()).toSorted(),
  )
})

test('messages in partitions are sent, and tried again', async () => {
  const database = await openDatabase(await createDatabase(), { partitions: 4 })
  onTestFinished(() => database.close())
  const provider = await startProvider(status(503))
  const world = await createSendingWorld({ database }, [smsOver(provider.url)])
  const people = Array.from({ length: 8 }, (_, index) => ({ subscriberId: `s${index}`, phone: `+46${index}` }))
  await world.trigger(event('sms', people))
  await expect
    .poll(async () => (await listMessages(world)).filter(({ errorId }) => errorId === 'retry'))
    .toHaveLength(8)
  provider.respondWith(() => ({}))
  world.clock.advance(minutes)
  await expect.poll(async () => (await listMessages(world)).filter(({ status: is }) => is === 'sent')).toHaveLength(8)
  expect(provider.received).toHaveLength(16)
})

test('a service with the clock of its database sends at once', async () => {
  const { database } = await openServer()
  const provider = await startProvider()
  const log: string[] = []
  const service = await createService({
    database,
    workspace: {
      environmentId: 'timed',
      integrations: [smsOver(provider.url), integration('email', 'sendgrid'), integration('in_app', 'novu')],
      workflows: [{ identifier: 'sms', name: 'SMS', steps: [{ channel: 'sms', content: 'x' }] }],
    },
    apiKeys: [apiKey],
    live: false,
    metrics: true,
    log: (line) => void log.push(line),
  })
  onTestFinished(() => service.close())
  expect(log).toEqual([
    expect.stringMatching(
      /^The integration "sendgrid" has the provider "sendgrid", for which this service has no sender/,
    ),
  ])
  const call = async (method: string, path: string, body?: unknown) => {
    const init = {
      method,
      headers: { authorization: `ApiKey ${apiKey}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }
    const response = await service(new Request(`http://service.test${path}`, init))
    return response.text()
  }
  await call('POST', '/v1/events/trigger/bulk', { events: [event('sms', ben)] })
  await expect.poll(() => call('GET', '/v1/messages?channel=sms')).toContain('"status":"sent"')
  const metrics = await call('GET', '/metrics')
  expect(metrics).toContain('tidings_deliveries_total{channel="sms",outcome="sent"} 1')
  expect(metrics).toMatch(/^tidings_waiting_messages \d+$/m)
  expect(metrics).toMatch(/^tidings_waiting_messages_overdue_seconds \d+/m)
})

test('a sender of one’s own gets the message and the credentials', async () => {
  const calls: unknown[] = []
  const send: Sender = async (message, credentials) => {
    calls.push([message, credentials])
    return { id: '1' }
  }
  const world = await createSendingWorld(
    { database: await sharedMemory() },
    [integration('sms', 'own', { user: 'u' })],
    {
      senders: { own: send },
    },
  )
  await world.trigger({ ...event('sms', ben), overrides: { own: { flash: true } } })
  const [message] = await untilTried(world)
  expect(message).toMatchObject({ status: 'sent', providerId: 'own' })
  expect(calls).toEqual([
    [
      {
        id: message?._id,
        channel: 'sms',
        subscriberId: 'ben',
        email: undefined,
        phone: '+46701234567',
        webhookUrl: undefined,
        deviceTokens: [],
        recipientCredentials: {},
        subject: 'Hi',
        content: 'Hello',
        payload: { subject: 'Hi', text: 'Hello' },
        overrides: { flash: true },
      },
      { user: 'u' },
    ],
  ])
})

test.each<[string, () => unknown, Partial<Message>]>([
  ['returns null as tokens', () => ({ deadTokens: null }), { status: 'sent' }],
  ['returns no list of tokens', () => ({ deadTokens: { length: 1 } }), { status: 'sent' }],
  [
    'throws no list of tokens',
    () => {
      throw new SendError('permanent', 'Refused.', { deadTokens: { length: 1 } as never })
    },
    { errorText: 'Refused.' },
  ],
  ['throws what is no text', () => Promise.reject(Object.create(null)), { errorId: 'retry' }],
])('the end of a try is stored if a sender of one’s own %s', async (_, end, expected) => {
  const channels = [{ providerId: 'expo', credentials: { deviceTokens: ['t1'] } }]
  const send: Sender = async () => (await end()) as never
  const world = await createSendingWorld({ database: await sharedMemory() }, [integration('push', 'expo')], {
    senders: { expo: send },
  })
  await world.trigger(event('push', { subscriberId: 'dan', channels }))
  await expect.poll(async () => (await listMessages(world))[0]).toMatchObject(expected)
})

test('a log that throws or rejects stops neither the requests nor the sending', async () => {
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => stderr.mockRestore())
  const lines: string[] = []
  const log = (line: string) => {
    lines.push(line)
    if (line.startsWith('Messages')) throw new Error('full')
    return Promise.reject(new Error('full'))
  }
  const { database, client } = await openServer()
  const world = await createSendingWorld({ database }, [integration('sms', 'own')], {
    senders: { own: async () => ({}) },
    log,
  })
  await client.query('alter table tidings.messages rename to away')
  world.clock.advance(1)
  expect((await world.call('GET', '/v1/messages')).status).toBe(500)
  await expect.poll(() => lines.join()).toContain('Messages were not sent')
  await client.query('alter table tidings.away rename to messages')

  await world.trigger(event('sms', ben))
  await untilNewest(world, { status: 'sent' })
  expect(stderr.mock.calls.join()).toContain('Messages were not sent')
})

test('errors of a sender of one’s own contain no address and no credential', async () => {
  const send: Sender = async ({ phone }, { token }) => {
    throw new SendError('permanent', `${phone} and ${token} are\nwrong`)
  }
  const broken: Sender = async ({ email }) => {
    throw new TypeError(`no ${email}`)
  }
  const world = await createSendingWorld(
    { database: await sharedMemory() },
    [integration('sms', 'own', { token: 'secret-token' }), integration('email', 'broken')],
    { senders: { own: send, broken } },
  )
  await world.trigger(event('sms', ben), event('email', { subscriberId: 'anna', email: 'anna@example.com' }))
  const messages = await untilTried(world)
  expect(messages.map(({ status: is, errorText }) => [is, errorText])).toEqual([
    ['warning', expect.stringMatching(/^The sender failed: no …/)],
    ['error', '… and … are wrong'],
  ])
  expect(world.log.join()).not.toMatch(/secret-token|anna@|4670/)
})

test.each(['sendgrid', 'constructor', '__proto__'])('a provider without a sender, such as %s', async (providerId) => {
  const world = await createSendingWorld({ database: await sharedMemory() }, [integration('email', providerId)])
  await world.trigger(event('email', { subscriberId: 'anna', email: 'anna@example.com' }))
  expect((await listMessages(world))[0]).toMatchObject({
    status: 'warning',
    errorId: 'no_sender',
    errorText: expect.stringContaining(`for which this service has no sender. Use a provider of docs/sending.md`),
  })
})

test.each([
  ['email', 'nodemailer', 'The subscriber has no email address.'],
  ['sms', 'twilio', 'The subscriber has no phone number.'],
  ['chat', 'slack', 'The subscriber has no webhookUrl for the integration.'],
  ['push', 'expo', 'The subscriber has no deviceTokens for the integration.'],
] as const)('a message over %s to a subscriber without an address', async (channel, providerId, text) => {
  const world = await createSendingWorld({ database: await sharedMemory() }, [integration(channel, providerId)])
  await world.trigger(event(channel, 'nobody'))
  expect((await listMessages(world))[0]).toMatchObject({
    status: 'warning',
    errorId: 'no_address',
    errorText: expect.stringContaining(text),
  })
})

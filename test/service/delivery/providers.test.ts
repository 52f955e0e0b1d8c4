import { createHmac, createVerify, generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Message, ProviderId } from '../../../src/contract/index.ts'
import { sharedMemory } from '../support/engines.ts'
import { type ReceivedRequest, startProvider, status } from '../support/providers.ts'
import { createSendingWorld, event, integration, untilTried } from './support.ts'

type Provider = Awaited<ReturnType<typeof startProvider>>

/** Sends one message through a provider on this machine. Returns what it received, and what became of the message. */
const sendOver = async (
  channel: 'sms' | 'chat' | 'push',
  providerId: string,
  {
    provider,
    credentials = {},
    recipient = {},
    more = {},
    text = 'Hello',
  }: {
    provider: Provider
    credentials?: Record<string, unknown>
    recipient?: Record<string, unknown>
    more?: object
    text?: string
  },
) => {
  const world = await createSendingWorld(
    { database: await sharedMemory() },
    [integration(channel, providerId, credentials)],
    { allowPrivateWebhooks: true },
  )
  await world.call('POST', '/v1/subscribers/bulk', { subscribers: [{ subscriberId: 'anna', phone: '+46701234567' }] })
  if (channel !== 'sms')
    await world.call('PATCH', '/v1/subscribers/anna/credentials', { providerId, credentials: recipient })
  await world.trigger({ ...event(channel, 'anna', { subject: 'Hi', text, n: 1 }), ...more })
  const [message] = (await untilTried(world)) as [Message]
  return { world, message, received: provider.received }
}

const jsonOf = ({ method, path, headers, body }: ReceivedRequest) => ({
  method,
  path,
  type: headers['content-type'],
  body,
})

test.each<[ProviderId, recipient: Record<string, unknown>, body: unknown]>([
  ['slack', {}, { text: 'Hello' }],
  ['rocket-chat', {}, { text: 'Hello' }],
  ['mattermost', {}, { text: 'Hello' }],
  ['mattermost', { channel: 'town' }, { text: 'Hello', channel: 'town' }],
  ['ryver', {}, { text: 'Hello', body: 'Hello' }],
  ['zulip', {}, { text: 'Hello' }],
  [
    'msteams',
    {},
    {
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          contentUrl: null,
          content: {
            $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
            type: 'AdaptiveCard',
            version: '1.4',
            body: [
              { type: 'TextBlock', text: 'Hi', weight: 'Bolder', wrap: true },
              { type: 'TextBlock', text: 'Hello', wrap: true },
            ],
          },
        },
      ],
    },
  ],
  [
    'grafana-on-call',
    { alertUid: 'a1', title: 'Own', imageUrl: 'https://img', state: 'ok', externalUrl: 'https://up' },
    {
      alert_uid: 'a1',
      title: 'Own',
      image_url: 'https://img',
      state: 'ok',
      link_to_upstream_details: 'https://up',
      message: 'Hello',
    },
  ],
])('%s gets its JSON at the webhook of the subscriber (%j)', async (providerId, recipient, body) => {
  const provider = await startProvider(() => 'ok')
  const webhookUrl = `${provider.url}/hook/1?key=2`
  const { message, received } = await sendOver('chat', providerId, {
    provider,
    recipient: { webhookUrl, ...recipient },
  })
  expect(received.map(jsonOf)).toEqual([{ method: 'POST', path: '/hook/1?key=2', type: 'application/json', body }])
  expect(message).toMatchObject({ status: 'sent', providerId, directWebhookUrl: webhookUrl })
})

test('overrides of the provider are part of its JSON, those of others are not', async () => {
  const provider = await startProvider()
  const { received } = await sendOver('chat', 'slack', {
    provider,
    recipient: { webhookUrl: provider.url },
    more: { overrides: { slack: { unfurl_links: false }, discord: { tts: true } } },
  })
  expect(received[0]?.body).toEqual({ text: 'Hello', unfurl_links: false })
})

test('grafana-on-call has the fields of the integration where the subscriber has none', async () => {
  const provider = await startProvider()
  const { received } = await sendOver('chat', 'grafana-on-call', {
    provider,
    credentials: { alertUid: 'common', title: 'Common', externalLink: 'https://common' },
    recipient: { webhookUrl: provider.url, title: 'Own' },
  })
  expect(received[0]?.body).toEqual({
    alert_uid: 'common',
    title: 'Own',
    link_to_upstream_details: 'https://common',
    message: 'Hello',
  })
})

test('discord gets at most 2,000 characters, which mention nobody', async () => {
  const provider = await startProvider(() => ({ id: '7' }))
  const { received, message } = await sendOver('chat', 'discord', {
    provider,
    recipient: { webhookUrl: `${provider.url}/api/webhooks/1/t` },
    text: `@everyone ${'x'.repeat(3_000)}`,
  })
  expect(received[0]?.path).toBe('/api/webhooks/1/t?wait=true')
  expect(received[0]?.body).toEqual({
    content: `@everyone ${'x'.repeat(1_990)}`,
    allowed_mentions: { parse: [] },
  })
  expect(message.status).toBe('sent')
})

test('chat-webhook and push-webhook are signed', async () => {
  const provider = await startProvider()
  const hmac = (text: string) => createHmac('sha256', 'signing-key').update(text).digest('hex')
  const chat = await sendOver('chat', 'chat-webhook', {
    provider,
    credentials: { secretKey: 'signing-key' },
    recipient: { webhookUrl: `${provider.url}/chat`, channel: 'c' },
  })
  const push = await sendOver('push', 'push-webhook', {
    provider,
    credentials: { secretKey: 'signing-key', webhookUrl: `${provider.url}/push` },
    recipient: { deviceTokens: ['token-1', 'token-2'] },
    more: { overrides: { 'push-webhook': { sound: 'ping' } } },
  })
  const [first, second] = provider.received as [ReceivedRequest, ReceivedRequest]
  expect(first.body).toEqual({ text: 'Hello', content: 'Hello', webhookUrl: `${provider.url}/chat`, channel: 'c' })
  expect(second).toMatchObject({ method: 'POST', path: '/push' })
  expect(second.body).toEqual({
    target: ['token-1', 'token-2'],
    title: 'Hi',
    content: 'Hello',
    payload: { subject: 'Hi', text: 'Hello', n: 1 },
    overrides: { sound: 'ping' },
  })
  for (const { headers, text } of [first, second]) expect(headers['x-novu-signature']).toBe(hmac(text))
  expect([first, second].map(({ headers }) => headers['idempotency-key'])).toEqual([chat.message._id, push.message._id])
})

test('twilio gets its form', async () => {
  const provider = await startProvider(status(201, { sid: 'SM1' }))
  const { message, received } = await sendOver('sms', 'twilio', {
    provider,
    credentials: { accountSid: 'AC1', token: 'secret-token', from: '+15005550006', baseUrl: provider.url },
  })
  expect(received).toHaveLength(1)
  expect(received[0]).toMatchObject({
    method: 'POST',
    path: '/2010-04-01/Accounts/AC1/Messages.json',
    text: 'To=%2B46701234567&From=%2B15005550006&Body=Hello',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from('AC1:secret-token').toString('base64')}`,
    },
  })
  expect(message).toMatchObject({ status: 'sent', phone: '+46701234567' })
})

test('generic-sms gets JSON with the headers of its credentials', async () => {
  const provider = await startProvider(() => ({ result: { id: 'x' } }))
  const { message, received } = await sendOver('sms', 'generic-sms', {
    provider,
    credentials: {
      baseUrl: `${provider.url}/send`,
      apiKeyRequestHeader: 'x-api-key',
      apiKey: 'key-1',
      secretKeyRequestHeader: 'x-secret',
      secretKey: 'secret-1',
      from: 'Example',
      idPath: 'result.id',
    },
  })
  expect(received[0]).toMatchObject({ path: '/send', headers: { 'x-api-key': 'key-1', 'x-secret': 'secret-1' } })
  expect(received[0]?.body).toEqual({ to: '+46701234567', content: 'Hello', sender: 'Example' })
  expect(message.status).toBe('sent')
})

test('generic-sms fetches a token first if its credentials say so', async () => {
  const provider = await startProvider(({ path }) => (path === '/token' ? { data: { 'x-token': 't-1' } } : {}))
  const { received } = await sendOver('sms', 'generic-sms', {
    provider,
    credentials: {
      baseUrl: `${provider.url}/send`,
      apiKeyRequestHeader: 'x-api-key',
      apiKey: 'key-1',
      authenticateByToken: true,
      authenticationTokenKey: 'x-token',
      domain: `${provider.url}/token`,
    },
  })
  expect(received.map(({ path, headers }) => [path, headers['x-api-key'], headers['x-token']])).toEqual([
    ['/token', 'key-1', undefined],
    ['/send', 'key-1', 't-1'],
  ])
})

const tokensOf = async (
  { call }: { call: (method: string, path: string, body: object) => Promise<{ body: unknown }> },
  providerId: string,
) => {
  const { body } = await call('PATCH', '/v1/subscribers/anna/credentials', { providerId, credentials: {} })
  return (body as { channels: { credentials: { deviceTokens?: string[] } }[] }).channels[0]?.credentials.deviceTokens
}

test('expo gets a message for each device, and its dead ones are removed', async () => {
  const provider = await startProvider(() => ({
    data: [
      { status: 'error', message: 'token-1 is gone', details: { error: 'DeviceNotRegistered' } },
      { status: 'ok', id: 'e1' },
    ],
  }))
  const { world, message, received } = await sendOver('push', 'expo', {
    provider,
    credentials: { apiKey: 'key-1', baseUrl: provider.url },
    recipient: { deviceTokens: ['token-1', 'token-2'] },
    more: { overrides: { expo: { sound: 'default' } } },
  })
  expect(received[0]).toMatchObject({ path: '/--/api/v2/push/send', headers: { authorization: 'Bearer key-1' } })
  const payload = { subject: 'Hi', text: 'Hello', n: 1 }
  expect(received[0]?.body).toEqual(
    ['token-1', 'token-2'].map((to) => ({ to, title: 'Hi', body: 'Hello', data: payload, sound: 'default' })),
  )
  expect(message).toMatchObject({ status: 'sent', deviceTokens: ['token-2'] })
  expect(await tokensOf(world, 'expo')).toEqual(['token-2'])
})

test('expo gets at most 100 messages in a request', async () => {
  const provider = await startProvider(({ body }) => ({ data: (body as unknown[]).map(() => ({ status: 'ok' })) }))
  const deviceTokens = Array.from({ length: 150 }, (_, index) => `token-${index}`)
  const { message, received } = await sendOver('push', 'expo', {
    provider,
    credentials: { baseUrl: provider.url },
    recipient: { deviceTokens },
  })
  expect(received.map(({ body }) => (body as { to: string }[]).map(({ to }) => to))).toEqual([
    deviceTokens.slice(0, 100),
    deviceTokens.slice(100),
  ])
  expect(message.status).toBe('sent')
})

test('one-signal gets a message for all devices, with a key that is the same for each try', async () => {
  const provider = await startProvider(() => ({ id: 'n1', errors: { invalid_player_ids: ['token-1'] } }))
  const { world, message, received } = await sendOver('push', 'one-signal', {
    provider,
    credentials: { applicationId: 'app-1', apiKey: 'key-1', baseUrl: provider.url },
    recipient: { deviceTokens: ['token-1', 'token-2'] },
  })
  expect(received[0]).toMatchObject({ path: '/notifications', headers: { authorization: 'Key key-1' } })
  expect(received[0]?.body).toEqual({
    app_id: 'app-1',
    target_channel: 'push',
    include_subscription_ids: ['token-1', 'token-2'],
    headings: { en: 'Hi' },
    contents: { en: 'Hello' },
    data: { subject: 'Hi', text: 'Hello', n: 1 },
    idempotency_key: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/),
  })
  expect(message.status).toBe('sent')
  expect(await tokensOf(world, 'one-signal')).toEqual(['token-2'])
})

test('fcm gets a signed request for a token, then a message for each device', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const unregistered = {
    error: {
      code: 404,
      status: 'NOT_FOUND',
      details: [{ '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode: 'UNREGISTERED' }],
    },
  }
  const provider = await startProvider(({ path, text }, response) => {
    if (path === '/token') return { access_token: 'access-1', expires_in: 3600 }
    return text.includes('token-1') ? status(404, unregistered)(undefined as never, response) : { name: 'm1' }
  })
  const account = {
    project_id: 'project-1',
    client_email: 'me@project-1',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    token_uri: `${provider.url}/token`,
  }
  const { world, message, received } = await sendOver('push', 'fcm', {
    provider,
    credentials: { serviceAccount: JSON.stringify(account), baseUrl: provider.url },
    recipient: { deviceTokens: ['token-1', 'token-2'] },
    more: { overrides: { fcm: { android: { priority: 'high' }, data: { own: 1 } } } },
  })

  const [request] = received as [ReceivedRequest]
  const second = received.find(({ text }) => text.includes('token-2')) as ReceivedRequest
  const form = new URLSearchParams(request.text)
  expect(form.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer')
  const [head = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.')
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toEqual({
    iss: 'me@project-1',
    scope: 'https://www.googleapis.com/auth/firebase.messaging',
    aud: `${provider.url}/token`,
    iat: 1_772_366_400,
    exp: 1_772_370_000,
  })
  expect(createVerify('RSA-SHA256').update(`${head}.${claims}`).verify(publicKey, signature, 'base64url')).toBe(true)
  expect(second).toMatchObject({
    path: '/v1/projects/project-1/messages:send',
    headers: { authorization: 'Bearer access-1' },
  })
  expect(second.body).toEqual({
    message: {
      token: 'token-2',
      notification: { title: 'Hi', body: 'Hello' },
      data: { subject: 'Hi', text: 'Hello', n: '1', own: '1' },
      android: { priority: 'high' },
    },
  })
  expect(message.status).toBe('sent')
  expect(await tokensOf(world, 'fcm')).toEqual(['token-2'])
})

test.each([
  ['expo', { baseUrl: '' }, { data: [{ status: 'error', details: { error: 'DeviceNotRegistered' } }] }],
  ['one-signal', { applicationId: 'a', apiKey: 'key-1' }, { id: '', errors: { invalid_player_ids: ['token-1'] } }],
])('%s: a message of which all devices are dead is refused for good', async (providerId, credentials, body) => {
  const provider = await startProvider(() => body)
  const { world, message } = await sendOver('push', providerId, {
    provider,
    credentials: { ...credentials, baseUrl: provider.url },
    recipient: { deviceTokens: ['token-1'] },
  })
  expect(message).toMatchObject({ status: 'error', errorId: 'refused', errorText: expect.stringContaining('device') })
  expect(await tokensOf(world, providerId)).toEqual([])
})

test.each([
  [400, { code: 21_211, message: 'The number +46701234567 is not valid.' }, 'error', 'status 400 and the code 21211.'],
  [302, {}, 'error', 'status 302, which is a redirect, and not followed.'],
  [401, { error: 'bad key' }, 'warning', 'status 401. Try 1 of 5 failed.'],
  [503, 'secret-token', 'warning', 'status 503 and the code …. Try 1 of 5 failed.'],
])('status %i of an SMS provider', async (code, body, expected, text) => {
  const provider = await startProvider(status(code, body, { location: 'http://127.0.0.1:1/elsewhere' }))
  const { world, message, received } = await sendOver('sms', 'twilio', {
    provider,
    credentials: { accountSid: 'AC1', token: 'secret-token', from: '+1', baseUrl: provider.url },
  })
  expect(received).toHaveLength(1)
  expect(message.status).toBe(expected)
  expect(message.errorText).toContain(`The provider responded with ${text}`)
  expect([message.errorText, ...world.log].join()).not.toMatch(/secret-token|4670|is not valid/)
})

test('401 of a subscriber’s webhook is for good', async () => {
  const provider = await startProvider(status(401, { error: 'invalid_token' }))
  const { message } = await sendOver('chat', 'slack', { provider, recipient: { webhookUrl: provider.url } })
  expect(message).toMatchObject({
    status: 'error',
    errorText: 'The provider responded with status 401 and the code invalid_token.',
  })
})

test.each([
  ['sms', 'twilio', {}, 'accountSid'],
  ['sms', 'generic-sms', {}, 'baseUrl'],
  ['push', 'push-webhook', {}, 'webhookUrl'],
  ['push', 'one-signal', {}, 'apiKey'],
  ['push', 'fcm', {}, 'serviceAccount'],
] as const)(
  '%s over %s without credentials says which one is missing',
  async (channel, providerId, credentials, name) => {
    const provider = await startProvider()
    const { message } = await sendOver(channel, providerId, {
      provider,
      credentials,
      recipient: { deviceTokens: ['token-1'] },
    })
    expect(message.errorText).toContain(
      `The credentials of the integration have no ${name}. Add it to the workspace file.`,
    )
  },
)

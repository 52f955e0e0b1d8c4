import { expect, test } from 'vitest'
import { sharedMemory } from '../support/engines.ts'
import { startMailServer } from '../support/providers.ts'
import { createSendingWorld, event, integration, untilTried } from './support.ts'

const setUp = async (
  credentials: Record<string, unknown> = {},
  options: Parameters<typeof startMailServer>[0] = {},
) => {
  const server = await startMailServer(options)
  const world = await createSendingWorld({ database: await sharedMemory() }, [
    integration('email', 'nodemailer', {
      host: '127.0.0.1',
      port: server.port,
      from: 'app@example.com',
      senderName: 'Example',
      ...credentials,
    }),
  ])
  return { world, ...server }
}

const anna = { subscriberId: 'anna', email: 'anna@example.com' }

const header = (lines: string[], name: string) => lines.filter((line) => line.startsWith(`${name}: `))

test('a mail has its subject, sender, text and HTML, and the id of the message', async () => {
  const { world, mails } = await setUp()

  await world.trigger(event('email', anna, { subject: 'Invoice 7', text: 'Pay 1 < 2 & go' }))
  const [message] = await untilTried(world)

  expect(message).toMatchObject({
    status: 'sent',
    channel: 'email',
    email: 'anna@example.com',
    providerId: 'nodemailer',
    deliveredAt: ['2026-03-01T12:00:00.000Z'],
  })
  expect(message).not.toHaveProperty('errorText')
  expect(mails).toHaveLength(1)
  const [{ from, to, lines, source }] = mails as [(typeof mails)[0]]
  expect([from, to]).toEqual(['app@example.com', ['anna@example.com']])
  expect(header(lines, 'From')).toEqual(['From: Example <app@example.com>'])
  expect(header(lines, 'To')).toEqual(['To: anna@example.com'])
  expect(header(lines, 'Subject')).toEqual(['Subject: Invoice 7'])
  expect(header(lines, 'Message-ID')).toEqual([`Message-ID: <${message?._id}@example.com>`])
  expect(lines).toContain('Pay 1 < 2 & go')
  expect(lines).toContain('<p>Pay 1 &lt; 2 &amp; go</p>')
  expect(source).toContain('multipart/alternative')
})

test('content with a tag is HTML, and its text is sent beside it', async () => {
  const { world, mails } = await setUp()
  await world.trigger(event('email', anna, { subject: 'x', text: '<p>Hello <b>Anna</b></p>' }))
  await untilTried(world)
  expect(mails[0]?.lines).toContain('<p>Hello <b>Anna</b></p>')
  expect(mails[0]?.lines).toContain('Hello Anna')
})

test('user and password log in; overrides of the provider change the sender', async () => {
  const logins: unknown[] = []
  const { world, mails } = await setUp(
    { user: 'me', password: 'secret-password' },
    {
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _, callback) => {
        logins.push([username, password])
        callback(null, { user: username })
      },
    },
  )
  await world.trigger({
    ...event('email', anna),
    overrides: { nodemailer: { from: 'other@example.com', senderName: 'Other', replyTo: 'reply@example.com' } },
  })
  await untilTried(world)
  expect(logins).toEqual([['me', 'secret-password']])
  expect(header(mails[0]?.lines ?? [], 'From')).toEqual(['From: Other <other@example.com>'])
  expect(header(mails[0]?.lines ?? [], 'Reply-To')).toEqual(['Reply-To: reply@example.com'])
})

test('line breaks in a subject, a name or an address begin no header and add no recipient', async () => {
  const { world, mails } = await setUp({ senderName: 'Example\r\nBcc: mallory@example.com' })
  const subject = 'Hi\r\nBcc: mallory@example.com\r\n\r\nbody\u2028X-Injected: 1'
  await world.trigger(
    event('email', anna, { subject, text: 'x' }),
    event('email', { subscriberId: 'b', email: 'b@example.com\r\nRCPT TO:<mallory@example.com>' }),
    event('email', { subscriberId: 'c', email: 'c@example.com, mallory@example.com' }),
    event('email', { subscriberId: 'd', email: '"d" <d@example.com>' }),
  )

  const messages = await untilTried(world)

  expect(messages.map(({ status, errorText }) => [status, errorText])).toEqual([
    ['error', 'The email address of the subscriber is not valid.'],
    ['error', 'The email address of the subscriber is not valid.'],
    ['error', 'The email address of the subscriber is not valid.'],
    ['sent', undefined],
  ])
  expect(mails.map(({ to }) => to)).toEqual([['anna@example.com']])
  const [{ lines }] = mails as [(typeof mails)[0]]
  expect(lines.filter((line) => /^(bcc|x-injected)/i.test(line))).toEqual([])
  expect(header(lines, 'Subject')).toEqual(['Subject: Hi Bcc: mallory@example.com body X-Injected: 1'])
})

test.each([
  [550, 'error', 'refused', 'The mail server refused the message (550 5.1.1).'],
  [451, 'warning', 'retry', expect.stringMatching(/^The mail server refused the message \(451 4\.3\.0\)\. Try 1 of 5/)],
])('status %i of a mail server is %s', async (responseCode, status, errorId, errorText) => {
  const text = responseCode === 550 ? '5.1.1 <anna@example.com> is unknown' : '4.3.0 <anna@example.com> later'
  const { world } = await setUp(
    {},
    { onRcptTo: (_, __, callback) => callback(Object.assign(new Error(text), { responseCode })) },
  )
  await world.trigger(event('email', anna))
  const [message] = await untilTried(world)
  expect(message).toMatchObject({ status, errorId, errorText })
  expect(world.log.join()).not.toContain('anna@')
})

test('a wrong password is tried again, and is in no text', async () => {
  const { world } = await setUp(
    { user: 'me@example.com', password: 'secret-password' },
    {
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_, __, callback) => callback(new Error('secret-password of me@example.com is wrong')),
    },
  )
  await world.trigger(event('email', anna))
  const [message] = await untilTried(world)
  expect(message).toMatchObject({ status: 'warning', errorId: 'retry' })
  expect([message?.errorText, ...world.log].join()).not.toMatch(/secret-password|me@example/)
})

test('a mail server that is down is tried again', async () => {
  const { world } = await setUp({ port: '1' })
  await world.trigger(event('email', anna))
  expect((await untilTried(world))[0]).toMatchObject({
    status: 'warning',
    errorText: expect.stringMatching(/^The mail server could not be used \(\w+\)\. Try 1 of 5 failed\./),
  })
})

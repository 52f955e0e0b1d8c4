import type { lookup as systemLookup, LookupAddress } from 'node:dns'
import { expect, test } from 'vitest'
import { createFetch, isPublicAddress } from '../../../src/service/delivery/publicFetch.ts'
import { sharedMemory } from '../support/engines.ts'
import { startProvider, status } from '../support/providers.ts'
import { createSendingWorld, event, integration, untilTried } from './support.ts'

test.each([
  ['8.8.8.8', true],
  ['172.15.255.255', true],
  ['172.32.0.0', true],
  ['2606:4700::1111', true],
  ['127.0.0.1', false],
  ['127.8.8.8', false],
  ['0.0.0.0', false],
  ['10.1.2.3', false],
  ['172.16.0.1', false],
  ['172.31.255.255', false],
  ['192.168.1.1', false],
  ['100.64.0.1', false],
  ['169.254.169.254', false],
  ['168.63.129.16', false],
  ['198.18.0.1', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::', false],
  ['::1', false],
  ['fe80::1', false],
  ['fc00::1', false],
  ['fd00:ec2::254', false],
  ['ff02::1', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:8.8.8.8', false],
  ['::127.0.0.1', false],
  ['64:ff9b::7f00:1', false],
  ['2002:7f00:1::', false],
  ['2001:0:7f00:1::', false],
  ['2001:db8::1', false],
  ['localhost', false],
  ['', false],
])('whether %s is an address of the internet: %s', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected)
})

const publicFetch = (addresses: LookupAddress[] = []) => {
  const lookup = ((_: string, __: object, callback: (error: null, found: LookupAddress[]) => void) =>
    callback(null, addresses)) as unknown as typeof systemLookup
  return createFetch({
    allowsPrivate: false,
    signal: new AbortController().signal,
    ...(addresses.length > 0 && { lookup }),
  })
}

const refused = /leads to a private network, so it is refused.*--allow-private-webhooks/

test.each([
  'http://127.0.0.1:PORT/',
  'http://127.1:PORT/',
  'http://2130706433:PORT/',
  'http://0x7f000001:PORT/',
  'http://0177.0.0.1:PORT/',
  'http://127.0.0.1.:PORT/',
  'http://localhost:PORT/',
  'http://[::1]:PORT/',
  'http://[::ffff:127.0.0.1]:PORT/',
  'http://[::ffff:7f00:1]:PORT/',
  'http://0.0.0.0:PORT/',
  'http://[::]:PORT/',
  'http://user:password@127.0.0.1:PORT/',
  'http://169.254.169.254/latest/meta-data/',
])('%s is refused', async (address) => {
  const { port, received } = await startProvider()
  await expect(publicFetch()(address.replace('PORT', String(port)))).rejects.toMatchObject({
    kind: 'permanent',
    message: expect.stringMatching(refused),
  })
  expect(received).toEqual([])
})

test('a name is refused if one of its addresses is private', async () => {
  const { port, received } = await startProvider()
  for (const addresses of [
    [{ address: '127.0.0.1', family: 4 }],
    [
      { address: '8.8.8.8', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ],
    [{ address: '::ffff:127.0.0.1', family: 6 }],
  ])
    await expect(publicFetch(addresses)(`http://public.example:${port}/`)).rejects.toThrow(refused)
  expect(received).toEqual([])
})

test.each(['ftp://example.com/', 'file:///etc/passwd', 'javascript:alert(1)', 'not a url', ''])(
  '%s is no address to send to',
  async (address) => {
    await expect(publicFetch()(address)).rejects.toMatchObject({ kind: 'permanent', message: /not an http or https/ })
  },
)

const anyFetch = () => createFetch({ allowsPrivate: true, signal: new AbortController().signal })

test('no redirect is followed', async () => {
  const target = await startProvider()
  const { url } = await startProvider(status(307, {}, { location: target.url }))
  const response = await anyFetch()(url)
  expect([response.status, target.received]).toEqual([307, []])
})

test('a response is read up to 64 KiB', async () => {
  const { url } = await startProvider((_, response) => {
    const write = (): void => void response.write(Buffer.alloc(32 * 1024), () => response.destroyed || write())
    write()
  })
  expect((await (await anyFetch()(url)).arrayBuffer()).byteLength).toBe(64 * 1024)
})

test('a header with a line break is not sent', async () => {
  const { url, received } = await startProvider()
  await expect(anyFetch()(url, { headers: { 'x-key': 'a\r\nx-other: b' } })).rejects.toMatchObject({
    kind: 'permanent',
  })
  expect(received).toEqual([])
})

test('the webhook of a subscriber in a private network gets nothing, and the address is in no text', async () => {
  const { url, received } = await startProvider()
  const world = await createSendingWorld({ database: await sharedMemory() }, [integration('chat', 'slack')])
  const channels = [{ providerId: 'slack', credentials: { webhookUrl: `${url}/secret-path` } }]
  await world.trigger(event('chat', { subscriberId: 'mallory', channels }))
  const [message] = await untilTried(world)
  expect(message).toMatchObject({ status: 'error', errorText: expect.stringMatching(refused) })
  expect(received).toEqual([])
  expect([message?.errorText, ...world.log].join()).not.toMatch(/127\.0|secret-path/)
})

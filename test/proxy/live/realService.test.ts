import { beforeAll, expect, it } from 'vitest'
import { createServiceClient } from '../../../src/client/index.ts'
import { createInboxProxy } from '../../../src/proxy/index.ts'
import { createService, type Database } from '../../../src/service/index.ts'
import { sharedMemory } from '../../service/support/engines.ts'
import { paths } from '../upstream.ts'
import { livePathOf } from './setUpLive.ts'

const apiKey = 'the-key'
const app = 'https://app.example.com'

let database: Database
beforeAll(async () => {
  database = await sharedMemory()
})

it('hints of tidings/service reach the browsers of each proxy', async () => {
  const service = await createService({
    database,
    apiKeys: [apiKey],
    workspace: {
      organizationId: 'org_1',
      environmentId: 'env_live',
      workflows: [{ identifier: 'hello', name: 'Hello', steps: [{ channel: 'in_app', content: 'Hello' }] }],
      subscribers: [{ subscriberId: 'pia' }],
    },
  })
  const fetch: typeof globalThis.fetch = (input, init) => service(new Request(input, init))
  const proxies = [1, 2].map(() =>
    createInboxProxy({
      serviceUrl: 'https://service.example.com',
      apiKey,
      fetch,
      authenticate: (request) => request.headers.get('x-user'),
    }),
  )
  const [first, second] = proxies
  if (!first || !second) throw new Error('There are no proxies.')

  /** Opens a stream. `until` reads until the stream contains all texts, and returns the text since the last call. */
  const open = async (proxy: typeof first, streamId: string) => {
    const headers = { 'x-user': 'pia', 'tidings-stream': streamId }
    const { body } = await proxy(new Request(app + livePathOf('pia'), { headers }))
    const reader = body?.getReader()
    const decoder = new TextDecoder()
    return {
      until: async (...texts: string[]) => {
        let read = ''
        while (!texts.every((text) => read.includes(text))) read += decoder.decode((await reader?.read())?.value)
        return read
      },
    }
  }
  const hint = 'event: hint\ndata: {}\n\n'
  const [own, other] = [await open(first, 'own'), await open(second, 'other')]
  // The hint is for anything that changed before the service's stream opened.
  await Promise.all([own, other].map((stream) => stream.until('data: {"complete":true}\n\n', hint)))

  const server = createServiceClient({ baseUrl: 'https://service.example.com', apiKey, fetch })
  await server.bulkTrigger([{ name: 'hello', to: 'pia' }])
  expect(await Promise.all([own.until(hint), other.until(hint)])).toEqual([hint, hint])

  const headers = { 'x-user': 'pia', 'tidings-stream': 'own', 'content-type': 'application/json' }
  const mark = new Request(app + paths.markAll, { method: 'POST', headers, body: JSON.stringify({ markAs: 'read' }) })
  expect((await first(mark)).status).toBe(201)
  expect(await other.until(hint)).toBe(hint)

  await service.close()
  const incomplete = 'event: status\ndata: {"complete":false}\n\n'
  for (const stream of [own, other]) expect(await stream.until(incomplete)).toBe(incomplete)
  await Promise.all(proxies.map((proxy) => proxy.close()))
})

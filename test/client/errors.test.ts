import { describe, expect, it, vi } from 'vitest'
import {
  createInboxClient,
  createServiceClient,
  HttpError,
  isContractError,
  isHttpError,
  isLimitError,
  isNetworkError,
  isPartialError,
  isRequestError,
  isTidingsError,
  isTimeoutError,
  TidingsError,
} from '../../src/client/index.ts'
import type { MarkAsBody, TriggerEvent } from '../../src/contract/index.ts'
import { makeNotification, type Fault } from '../../src/testing/index.ts'
import { errorOf } from './errorOf.ts'
import { scriptedService } from './scriptedService.ts'
import { html, setUpInbox } from './setUpInbox.ts'

const getFeed = (fault: Fault) => errorOf(setUpInbox([fault], { retry: false }).client.getFeed('pia'))

describe('invalid input', () => {
  it('is described, however much of it there is', async () => {
    const messageId = Array.from({ length: 400_000 }, (_, index) => index) as unknown as string[]
    const error = await errorOf(setUpInbox().client.markAs('pia', { messageId, markAs: 'read' }))
    expect(isRequestError(error) && error.fields[0]).toEqual({ field: 'messageId[0]', message: 'must be a string' })
  })
})

describe('HttpError', () => {
  it('has the status, body, request id and fields, also in its message', async () => {
    const body = {
      statusCode: 422,
      message: 'Validation failed',
      errors: { limit: { messages: ['must be at most 100'] }, page: { messages: ['must be 0 or more'] } },
    }
    const error = await getFeed({ status: 422, headers: { 'x-request-id': 'req_1' }, body })
    expect(error).toMatchObject({
      name: 'HttpError',
      kind: 'http',
      operation: 'getFeed',
      status: 422,
      body,
      requestId: 'req_1',
      retryAfter: undefined,
      fields: [
        { field: 'limit', message: 'must be at most 100' },
        { field: 'page', message: 'must be 0 or more' },
      ],
    })
    expect(String(error)).toBe(
      'HttpError: getFeed: the service returned 422. Reason: Validation failed: limit must be at most 100; page must be 0 or more. Request id: req_1. Correct the request and send it again. See node_modules/tidings/docs/errors/TIDINGS_103.md',
    )
  })

  it('joins several messages, and uses the error id if there is no request id', async () => {
    const error = await getFeed({ status: 400, body: { message: ['One', 'Two'], errorId: 'err_1' } })
    expect(error).toMatchObject({ requestId: 'err_1' })
    expect(String(error)).toContain('Reason: One; Two. Request id: err_1.')
  })

  it('names the URL if a gateway responds', async () => {
    const error = await getFeed(html(502))
    expect(error).toMatchObject({ status: 502, body: undefined })
    expect(String(error)).toContain(
      'The response is text/html instead of JSON, from https://api.example.com, from a gateway',
    )
    expect(String(error)).toContain('Check that the server of your proxy runs')
  })

  it.each([
    [new Response(null, { status: 404 }), 'an empty body instead of JSON'],
    [new Response('nope', { status: 404, headers: { 'content-type': 'text/plain' } }), 'text/plain instead of JSON'],
    [{ status: 404, body: null }, 'none given'],
    [{ status: 404, body: 'text' }, 'none given'],
    [{ status: 404, body: {} }, 'none given'],
  ])('describes any body (%#)', async (fault, text) => {
    const error = await getFeed(fault)
    expect(isHttpError(error)).toBe(true)
    expect(String(error)).toContain(text)
  })

  it('reads the valid fields of an unusual body', async () => {
    const error = await getFeed({ status: 404, body: { message: 'Not here', errors: ['odd'], statusCode: 'odd' } })
    expect(error).toMatchObject({ body: { message: 'Not here' } })
  })

  it.each([
    [401, 'Sign in'],
    [403, 'Request only the inbox'],
    [404, 'Check that the subscriber exists'],
    [429, 'Try again later'],
    [500, 'Try again later'],
  ])('has a fix for %i', async (status, cure) => {
    expect(String(await getFeed({ status }))).toContain(cure)
  })

  it('has a fix for a 401 of a server, which has an API key and no reader', async () => {
    const { options } = setUpInbox([{ status: 401 }], { retry: false })
    const error = await errorOf(createServiceClient({ ...options, apiKey: 'old' }).getFeed('pia'))
    expect(error).toMatchObject({ code: 'TIDINGS_104', status: 401 })
    expect(String(error)).toContain('does not accept the `apiKey` of this client. Pass the key that')
    expect(String(error)).not.toMatch(/sign in|proxy/i)
    expect(String(await getFeed({ status: 401 }))).not.toContain('apiKey')
  })
})

describe('NetworkError', () => {
  it('contains the reason of the lost connection, and no private part of the URL', async () => {
    // In Node, fetch rejects with this error.
    const cause = new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED 127.0.0.1:1') })
    const { client } = setUpInbox([], { fetch: () => Promise.reject(cause), retry: false })
    const error = await errorOf(client.getFeed('pia'))
    expect(error).toMatchObject({ name: 'NetworkError', kind: 'network', operation: 'getFeed', cause })
    expect(String(error)).toContain('ECONNREFUSED')
    expect(String(error)).not.toContain('pia')
  })
})

describe('ContractError', () => {
  it('names the operation and the fields', async () => {
    expect(await getFeed(Response.json({ data: 'x', page: 0, pageSize: '1' }))).toMatchObject({
      name: 'ContractError',
      kind: 'contract',
      operation: 'getFeed',
      message: expect.stringContaining('hasMore is missing: it must be true or false; data must be a list'),
      fields: [
        { field: 'hasMore', message: 'is missing: it must be true or false' },
        { field: 'data', message: 'must be a list' },
        { field: 'pageSize', message: 'must be a number' },
      ],
    })
  })

  it('says on a server that a response is too large, after a part of it', async () => {
    let sent = 0
    const endless = () =>
      new Response(
        new ReadableStream({
          pull: (controller) => {
            sent += 1
            controller.enqueue(new Uint8Array(1_000_000).fill(32))
          },
        }),
      )
    const service = createServiceClient({
      baseUrl: 'https://api.example.com',
      apiKey: 'secret',
      fetch: async () => endless(),
      retry: false,
    })
    const error = await errorOf(service.getFeed('pia'))
    expect(isContractError(error) && error.fields).toEqual([{ field: '', message: 'is larger than 16777216 bytes' }])
    expect(sent).toBeLessThan(20)
  })

  it.each([
    [html(200), 'text/html instead of JSON'],
    [new Response(''), 'an empty body instead of JSON'],
    [new Response(null, { status: 204 }), 'an empty body instead of JSON'],
    [new Response('{"data":'), 'instead of JSON'],
  ])('describes a successful response that is not JSON (%#)', async (response, text) => {
    const error = await getFeed(response)
    expect(isContractError(error)).toBe(true)
    expect(String(error)).toContain(`The response is ${text}`.replace('is instead', 'is text/plain instead'))
  })

  it('is not thrown for one invalid notification', async () => {
    const odd = makeNotification(2, { read: 1 as never })
    const { client } = setUpInbox([], { service: { notifications: [odd, makeNotification(1)] } })
    const page = await client.getFeed('pia')
    expect(page.data).toHaveLength(1)
    expect(page.unreadable).toEqual([
      { index: 0, id: 'n2', issues: [{ field: 'read', message: 'must be true or false' }] },
    ])
  })
})

describe('RequestError', () => {
  const { client: inbox, requests: asked } = setUpInbox()
  const { options, requests } = scriptedService()
  const service = createServiceClient({ ...options, apiKey: 'secret' })
  const mark: MarkAsBody = { messageId: 'a', markAs: 'read' }
  // A caller without types may pass these.
  const odd = (value: unknown) => value as never
  const looped: Record<string, unknown> = {}
  looped['self'] = looped

  it.each([
    ['subscriberId', () => inbox.getFeed('')],
    ['subscriberId', () => inbox.getFeed('..')],
    ['subscriberId', () => inbox.getFeed(odd(undefined))],
    ['subscriberId', () => inbox.getFeed(odd(null))],
    ['limit', () => inbox.getFeed('pia', { limit: 101 })],
    ['archived', () => inbox.getFeed('pia', odd({ archived: true }))],
    ['payload', () => inbox.getFeed('pia', { payload: odd('text') })],
    ['payload', () => inbox.getFeed('pia', { payload: looped })],
    ['criticality', () => inbox.getPreferences('pia', { criticality: odd('some') })],
    ['messageId', () => inbox.markAs('pia', { messageId: [], markAs: 'read' })],
    ['markAs', () => inbox.markAll('pia', { markAs: odd('done') })],
    ['idempotencyKey', () => inbox.markAs('pia', mark, { idempotencyKey: '' })],
    ['idempotencyKey', () => inbox.markAs('pia', mark, { idempotencyKey: 'x'.repeat(256) })],
    ['idempotencyKey', () => inbox.markAs('pia', mark, { idempotencyKey: 'ø' })],
    ['timeout', () => inbox.getFeed('pia', {}, { timeout: 0 })],
    ['timeout', () => inbox.getFeed('pia', {}, { timeout: Number.NaN })],
    ['providerId', () => service.appendCredentials('pia', { providerId: odd('novu'), credentials: {} })],
    ['subscribers', () => service.bulkSubscribers([])],
    ['subscribers[1].subscriberId', () => service.bulkSubscribers([{ subscriberId: 'a' }, odd({})])],
    ['', () => service.bulkSubscribers(odd(null))],
    ['events[0].name', () => service.bulkTrigger([odd({ to: 'pia' })])],
    ['events', () => service.bulkTrigger(odd(undefined))],
    ['events', () => service.bulkTriggerInChunks(odd(undefined))],
    ['', () => service.bulkTrigger([{ name: 'a', to: 'pia', payload: looped }])],
    ['', () => service.bulkTrigger([{ name: 'a', to: 'pia', payload: { big: 1n } }])],
  ])('names %j before anything is sent (%#)', async (field, call) => {
    const error = await errorOf(call())
    expect(isRequestError(error) && error.fields.map((issue) => issue.field)).toEqual([field])
    expect([...asked, ...requests]).toEqual([])
  })

  it('names every invalid field at once', async () => {
    const error = await errorOf(inbox.markAs('.', odd({ markAs: 'x' }), { timeout: -1 }))
    expect(isRequestError(error) && error.fields.map(({ field }) => field)).toEqual([
      'timeout',
      'subscriberId',
      'messageId',
      'markAs',
    ])
    expect(String(error)).toMatch(/^RequestError: markAs: the input is not valid\. Nothing was sent\. timeout must be/)
  })

  it.each([
    'api.example.com',
    '',
    '//api.example.com',
    '/\\api.example.com',
    'ftp://api.example.com',
    'https://api.example.com?a=1',
    'https://api.example.com#a',
    'https://user:password@api.example.com',
    '/api?x',
    undefined,
  ])('rejects the baseUrl %j immediately', (baseUrl) => {
    expect(() => createInboxClient({ baseUrl: odd(baseUrl) })).toThrow(/baseUrl (must|is)/)
  })

  it('rejects an invalid timeout, and a key that no header can contain', () => {
    expect(() => createInboxClient({ ...options, timeout: 0 })).toThrow(/timeout must be/)
    for (const apiKey of [' ', 'a b', 'nøkkel'])
      expect(() => createServiceClient({ ...options, apiKey })).toThrow(/apiKey (must be|is undefined or empty)/)
  })

  it('rejects each call without a key, so that a build without secrets succeeds', async () => {
    for (const apiKey of ['', undefined]) {
      const withoutKey = createServiceClient({ ...options, apiKey })
      const errors = [
        await errorOf(withoutKey.bulkTrigger([{ name: 'a', to: 'pia' }])),
        await errorOf(withoutKey.getActiveIntegrations()),
      ]
      for (const error of errors) {
        expect(error).toMatchObject({ name: 'RequestError', code: 'TIDINGS_107' })
        expect(String(error)).toContain('apiKey is undefined or empty')
      }
      expect(requests).toEqual([])
    }
  })
})

describe('LimitError', () => {
  const { options, requests } = scriptedService()
  const service = createServiceClient({ ...options, apiKey: 'secret' })

  it('rejects 501 subscribers and 101 events before they are sent', async () => {
    const subscribers = Array.from({ length: 501 }, (_, index) => ({ subscriberId: `s${index}` }))
    const events = Array.from({ length: 101 }, (): TriggerEvent => ({ name: 'a', to: 'pia' }))
    const refused = [
      await errorOf(service.bulkSubscribers(subscribers)),
      await errorOf(service.bulkTrigger({ events })),
    ]
    expect(refused).toMatchObject([
      {
        name: 'LimitError',
        kind: 'limit',
        operation: 'bulkSubscribers',
        field: 'subscribers',
        max: 500,
        count: 501,
      },
      { operation: 'bulkTrigger', field: 'events', max: 100, count: 101 },
    ])
    expect(String(refused[1])).toContain('Use bulkTriggerInChunks')
    expect(requests).toEqual([])
  })
})

describe('the code', () => {
  const { client } = setUpInbox()
  const service = createServiceClient({ ...scriptedService().options, apiKey: 'secret' })
  const events = Array.from({ length: 101 }, (): TriggerEvent => ({ name: 'a', to: 'pia' }))

  it.each([
    ['TIDINGS_101', () => getFeed('lost-request')],
    ['TIDINGS_103', () => getFeed({ status: 404 })],
    ['TIDINGS_104', () => getFeed({ status: 401 })],
    ['TIDINGS_105', () => getFeed({ status: 403 })],
    ['TIDINGS_106', () => getFeed(html(200))],
    ['TIDINGS_107', () => errorOf(client.getFeed(''))],
    ['TIDINGS_108', () => errorOf(service.bulkTrigger(events))],
  ])('%s is on the error, and its page in the message', async (code, fail) => {
    const error = await fail()
    expect(isTidingsError(error) && error.code).toBe(code)
    expect(String(error)).toMatch(new RegExp(`See node_modules/tidings/docs/errors/${code}\\.md$`))
  })
})

describe('the guards', () => {
  const guards = {
    isContractError,
    isHttpError,
    isLimitError,
    isNetworkError,
    isPartialError,
    isRequestError,
    isTimeoutError,
  }

  it('recognize only their own kind', async () => {
    const error = await getFeed({ status: 500 })
    expect(
      Object.entries(guards)
        .filter(([, guard]) => guard(error))
        .map(([name]) => name),
    ).toEqual(['isHttpError'])
    expect(isTidingsError(error)).toBe(true)
    expect(error).toBeInstanceOf(HttpError)
    expect(error).toBeInstanceOf(TidingsError)
  })

  it.each([undefined, null, 'text', 5, {}, new Error('x'), { kind: 'http' }])('reject %j', (value) => {
    expect([isTidingsError, ...Object.values(guards)].some((guard) => guard(value))).toBe(false)
  })

  it('recognize errors of another copy of the package', async () => {
    vi.resetModules()
    const copy = await import('../../src/client/index.ts')
    const { options } = setUpInbox([{ status: 404 }])
    const error = await errorOf(copy.createInboxClient(options).getFeed('pia'))
    expect(error).not.toBeInstanceOf(HttpError)
    expect(isHttpError(error) && error.status).toBe(404)
  })
})

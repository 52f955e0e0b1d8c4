import { expect } from 'vitest'
import { ContractError } from '../../../src/client/errors/ContractError.ts'
import { HttpError } from '../../../src/client/errors/HttpError.ts'
import { NetworkError } from '../../../src/client/errors/NetworkError.ts'
import { TimeoutError } from '../../../src/client/errors/TimeoutError.ts'
import { type EndedStream, planReconnect, type Reconnect } from '../../../src/state/live/reconnect.ts'
import { eachRule } from '../eachRule.ts'

const refused = (status: number, retryAfter?: number) =>
  new HttpError('streamHints', {
    status,
    body: undefined,
    requestId: undefined,
    retryAfter,
    unreadable: undefined,
    attempts: 1,
  })
const broken = new NetworkError('streamHints', { baseUrl: '/api/inbox', attempts: 1, cause: new TypeError('reset') })
const silent = new TimeoutError('streamHints', { from: '/api/inbox', attempts: 1, timeout: 10_000 })
const noStream = new ContractError('streamHints', [{ field: '', message: 'is no event stream' }])

const tenMinutes = 600_000

eachRule<{ rule: string; ended: Partial<EndedStream>; random?: number; next: Reconnect }>(
  [
    {
      rule: 'reconnects within seconds after the server has ended a stream that worked',
      ended: { openFor: 600_000 },
      random: 0.5,
      next: { after: 1_500, wakeBy: 'event' },
    },
    {
      rule: 'does not return at once if the server ends the stream as soon as it is open',
      ended: { openFor: 500, failures: 1 },
      next: { after: 14_000, wakeBy: 'event' },
    },
    {
      rule: 'spreads the readers of a broken proxy over 28 seconds: the first',
      ended: { error: broken, openFor: 90_000, failures: 0 },
      random: 0,
      next: { after: 0, wakeBy: 'event' },
    },
    {
      rule: 'spreads the readers of a broken proxy over 28 seconds: the last',
      ended: { error: broken, openFor: 90_000, failures: 0 },
      random: 1,
      next: { after: 28_000, wakeBy: 'event' },
    },
    {
      rule: 'waits at least 22 seconds after further failures',
      ended: { error: broken, failures: 2 },
      random: 0,
      next: { after: 22_000, wakeBy: 'event' },
    },
    {
      rule: 'tries again within 28 seconds, however often it has failed',
      ended: { error: broken, failures: 50 },
      random: 1,
      next: { after: 28_000, wakeBy: 'event' },
    },
    ...[404, 405, 501].map((status) => ({
      rule: `tries an older proxy, which responds with ${status}, again after ten minutes`,
      ended: { error: refused(status) },
      next: { after: tenMinutes },
    })),
    {
      rule: 'tries a server that responds with its own page again after ten minutes',
      ended: { error: noStream },
      next: { after: tenMinutes },
    },
    {
      rule: 'tries a proxy that buffers the stream, but answers requests, again after ten minutes',
      ended: { error: silent, hasResponded: true },
      next: { after: tenMinutes },
    },
    {
      rule: 'tries again soon if nothing gets through',
      ended: { error: silent, hasResponded: false, failures: 2 },
      next: { after: 25_000, wakeBy: 'event' },
    },
    {
      rule: 'waits for another response of a server that offers no stream',
      ended: { isOffered: false, hasResponded: true },
      next: { after: Number.POSITIVE_INFINITY, wakeBy: 'response' as const },
    },
    ...[401, 403].map((status) => ({
      rule: `after ${status}, waits until the service answers the reader again`,
      ended: { error: refused(status) },
      next: { after: Number.POSITIVE_INFINITY, wakeBy: 'response' as const },
    })),
    ...[429, 503].map((status) => ({
      rule: `waits as long as the proxy requests with ${status}`,
      ended: { error: refused(status, 60_000) },
      next: { after: 60_000, wakeBy: 'event' as const },
    })),
    {
      rule: 'waits as long as a timer can if the proxy requests more',
      ended: { error: refused(429, 30 * 86_400_000) },
      next: { after: 2 ** 31 - 1, wakeBy: 'event' },
    },
  ],
  ({ ended, random = 0.5, next }) => {
    const stream = { error: undefined, openFor: 0, failures: 1, hasResponded: false, isOffered: true, ...ended }
    expect(planReconnect(stream, random)).toEqual(next)
  },
)

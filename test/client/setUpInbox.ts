import { vi } from 'vitest'
import { createInboxClient, type InboxClientOptions } from '../../src/client/index.ts'
import { createTestService, makeNotification, type Fault, type TestServiceOptions } from '../../src/testing/index.ts'
import { stillEnvironment } from './stillEnvironment.ts'

/** A gateway's response. */
export const html = (status: number): Response =>
  new Response('<!doctype html><h1>Oops</h1>', { status, headers: { 'content-type': 'text/html; charset=utf-8' } })

/** A client of pia's inbox, which contains one notification. The faults apply to the first requests of an operation. */
export const setUpInbox = (
  faults: readonly Fault[] = [],
  { service: held, environment, ...options }: Partial<InboxClientOptions> & { service?: TestServiceOptions } = {},
) => {
  const service = createTestService({ subscriberId: 'pia', notifications: [makeNotification(1)], ...held })
  for (const operation of ['getFeed', 'getPreferences', 'markAs', 'markAll'] as const)
    for (const fault of faults) service.fail(operation, fault)
  const fetch = vi.fn(service.fetch)
  const { environment: still, pauses } = stillEnvironment()
  const config = { baseUrl: 'https://api.example.com', fetch, environment: { ...still, ...environment }, ...options }
  return {
    service,
    requests: service.requests,
    urls: () => fetch.mock.calls.map(([input]) => String(input)),
    pauses,
    options: config,
    client: createInboxClient(config),
  }
}

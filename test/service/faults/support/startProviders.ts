import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { WorkspaceInput } from '../../../../src/service/index.ts'
import { shuffled } from './shuffled.ts'

/** A request that a provider received. */
export interface Delivery {
  /** The idempotency key. */
  key: string
  recipient: string
  title: string
  /** How the provider decided. Whether the service has learned that is another matter. */
  decision: 'accepted' | 'refused' | 'failed'
}

/** How a provider behaves. */
type Mood = (delivery: Delivery, response: ServerResponse, held: (() => void)[]) => void

/** The pause that a busy provider asks for, in seconds: longer than the service's own after the first try. */
const retryAfter = 90

const accept = (delivery: Delivery, response: ServerResponse) => {
  delivery.decision = 'accepted'
  response.end('{}')
}

const respond = (response: ServerResponse, status: number, headers: Record<string, string> = {}) =>
  response.writeHead(status, headers).end('{}')

/** None of these is for good, except for the messages that are refused. */
const moods: Record<string, Mood> = {
  works: accept,
  // The server is closed.
  'refuses connections': () => {},
  'never responds': (_, response, held) => held.push(() => response.destroy()),
  'responds late': (delivery, response, held) => held.push(() => accept(delivery, response)),
  'accepts without a response': (delivery, response) => {
    delivery.decision = 'accepted'
    response.destroy()
  },
  'refuses messages for good': (delivery, response) => {
    delivery.decision = 'refused'
    respond(response, 400)
  },
  'is busy: 429': (_, response) => respond(response, 429, { 'retry-after': String(retryAfter) }),
  'is busy: 503': (_, response) =>
    respond(response, 503, { 'retry-after': new Date(Date.now() + retryAfter * 1_000).toUTCString() }),
}

/** Those in which requests wait. */
const holdingMoods: ReadonlySet<string> = new Set(['never responds', 'responds late'])

const closedMood = 'refuses connections'

const startProvider = async (read: (body: Record<string, unknown>) => Pick<Delivery, 'recipient' | 'title'>) => {
  const deliveries: Delivery[] = []
  /** How many messages each mood has met. */
  const met = new Map<string, number>(Object.keys(moods).map((name) => [name, 0]))
  /** Requests whose response waits for the end of the mood. */
  let held: (() => void)[] = []
  let mood = 'works'
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>
    const key = String(request.headers['idempotency-key'])
    const delivery: Delivery = { key, ...read(body), decision: 'failed' }
    deliveries.push(delivery)
    met.set(mood, (met.get(mood) ?? 0) + 1)
    moods[mood]?.(delivery, response, held)
  }
  const server = createServer((request, response) => {
    // The process that sent it may be killed before the end of the request.
    receive(request, response).catch(() => response.destroy())
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  const port = await listen(0)
  onTestFinished(close)
  return {
    address: `http://127.0.0.1:${port}`,
    deliveries,
    met,
    /** How many requests wait for the end of its mood. */
    heldCount: () => held.length,
    /** Ends its mood, and begins another one. */
    become: async (next: string) => {
      const before = held
      held = []
      for (const release of before) release()
      if (mood === closedMood && next !== closedMood) await listen(port)
      if (mood !== closedMood && next === closedMood) close()
      mood = next
    },
  }
}

/** Between the titles of a digest. */
const separator = ' + '

/** The titles of a text: several of a digest. */
export const titlesOf = (content: string): string[] => content.split(separator)

const step = { subject: '{{payload.title}}', content: '{{payload.title}}' }

const workspaceOf = ({ sms, push }: { sms: string; push: string }): WorkspaceInput => ({
  organizationId: 'tidings',
  environmentId: 'development',
  integrations: [
    { name: 'In-app', identifier: 'in-app', providerId: 'novu', channel: 'in_app' },
    { name: 'SMS', identifier: 'sms', providerId: 'generic-sms', channel: 'sms', credentials: { baseUrl: sms } },
    {
      name: 'Push',
      identifier: 'push',
      providerId: 'push-webhook',
      channel: 'push',
      credentials: { webhookUrl: push, secretKey: 'secret' },
    },
  ],
  workflows: [
    { identifier: 'announcement', name: 'Announcement', steps: [{ channel: 'in_app', ...step }] },
    {
      identifier: 'alert',
      name: 'Alert',
      steps: [
        { channel: 'in_app', ...step },
        { delay: { amount: 1, unit: 'seconds' } },
        { channel: 'sms', ...step },
        { digest: { amount: 1, unit: 'seconds', digestKey: 'group' } },
        { channel: 'push', content: `{{step.events | map: "payload" | map: "title" | join: "${separator}"}}` },
      ],
    },
  ],
})

/** A recipient of an alert, whose addresses are its id. */
export const addressed = (subscriberId: string) => ({
  subscriberId,
  phone: subscriberId,
  channels: [{ providerId: 'push-webhook', credentials: { deviceTokens: [subscriberId] } }],
})

/** Starts two providers: one for SMS, whose moods change, and one for push, which works. */
export const startProviders = async (random: () => number) => {
  const sms = await startProvider(({ to, content }) => ({ recipient: String(to), title: String(content) }))
  const push = await startProvider(({ target, content }) => ({ recipient: String(target), title: String(content) }))
  const folder = mkdtempSync(join(tmpdir(), 'tidings-workspace-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const workspace = join(folder, 'workspace.json')
  writeFileSync(workspace, JSON.stringify(workspaceOf({ sms: sms.address, push: push.address })))
  let queue: string[] = []
  return {
    sms,
    push,
    /** Arguments of the service. */
    args: ['--workspace', workspace],
    /** Gives the SMS provider the next mood. Each has its turn. Returns whether requests wait for its end. */
    changeMood: async () => {
      if (queue.length === 0) queue = shuffled(Object.keys(moods), random)
      const next = queue.pop() ?? 'works'
      await sms.become(next)
      return { mood: next, isHolding: holdingMoods.has(next) }
    },
    recover: () => sms.become('works'),
    /** The moods that no message has met, which a closed server can't know. */
    unmet: () => [...sms.met].flatMap(([name, count]) => (count === 0 && name !== closedMood ? [name] : [])),
  }
}

/** Providers at work. */
export type Providers = Awaited<ReturnType<typeof startProviders>>

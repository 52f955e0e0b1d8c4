import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createClient } from 'redis'
import { type LiveBus, redisBus } from '../../src/live/index.ts'
import { createInboxProxy } from '../../src/proxy/index.ts'
import { toNodeHandler } from '../../src/proxy/node.ts'
import { listen } from '../../src/service/command/listen.ts'
import { openDatabase } from '../../src/service/database/openDatabase.ts'
import type { WorkspaceInput } from '../../src/service/index.ts'
import { startService } from '../../src/service/startService.ts'
import { servePage } from '../servePage.ts'
import { apiKey } from './apiKey.ts'
import { serveParent } from './child.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const log = (line: string) => void process.stderr.write(`${line}\n`)

const connectRedis = async (url: string): Promise<LiveBus> => {
  const client = await createClient({ url })
    .on('error', (error) => log(String(error)))
    .connect()
  const subscriber = await client
    .duplicate()
    .on('error', (error) => log(String(error)))
    .connect()
  return redisBus({
    publish: (channel, text) => client.publish(channel, text),
    subscribe: (channel, listener) => subscriber.subscribe(channel, listener),
  })
}

const functions = {
  /** Starts a service, and returns its address. */
  service: async ({
    data,
    live,
    workspace,
    logs = true,
    metrics = false,
  }: {
    data: string
    live?: 'off' | { redis: string }
    workspace: WorkspaceInput
    /** Whether the service logs. Default true. */
    logs?: boolean
    /** Whether the service has metrics, as the command's has. Default false. */
    metrics?: boolean
  }): Promise<string> => {
    const service = await startService({
      database: await openDatabase(data, { log }),
      workspace,
      apiKeys: [apiKey],
      live: live === 'off' ? false : live ? { bus: await connectRedis(live.redis) } : {},
      log: logs ? log : () => {},
      metrics,
    })
    const { address } = await listen(service, { host: '127.0.0.1', port: 0, log })
    return address
  },

  /** Starts a proxy, which also serves the built page, and returns its address. */
  proxy: async ({ serviceUrl, pageFolder }: { serviceUrl: string; pageFolder?: string }): Promise<string> => {
    const proxy = createInboxProxy({
      serviceUrl,
      apiKey,
      basePath: '/api/inbox',
      // Each inbox is its own reader's.
      authenticate: ({ url }) => /\/subscribers\/([^/]+)\//.exec(url)?.[1],
    })
    const inbox = toNodeHandler(proxy)
    const page = pageFolder === undefined ? undefined : servePage(pageFolder)
    const server = createServer((req, res) => {
      if (page && !req.url?.startsWith('/api/')) page(req, res)
      else void inbox(req, res)
    })
    await new Promise<void>((resolve) => server.listen({ port: 0, host: '0.0.0.0', backlog: 4096 }, resolve))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  },

  /** Starts the least that a proxy does: it fetches, and responds with the text. Returns its address. */
  forward: async ({ serviceUrl }: { serviceUrl: string }): Promise<string> => {
    const headers = { authorization: `ApiKey ${apiKey}` }
    const forward = async (path: string, res: ServerResponse) => {
      const response = await fetch(serviceUrl + path, { headers })
      const text = await response.text()
      res.writeHead(response.status, { 'content-type': 'application/json' }).end(text)
    }
    const server = createServer((req, res) => {
      forward(req.url ?? '/', res).catch((error: unknown) => res.writeHead(502).end(String(error)))
    })
    await new Promise<void>((resolve) => server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, resolve))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  },

  /** Returns the CPU time so far in milliseconds, and the resident memory in bytes, both of this process. */
  usage: () => {
    const { user, system } = process.cpuUsage()
    return { cpu: (user + system) / 1000, memory: process.memoryUsage.rss() }
  },

  /** Collects garbage, so that memory is that of live objects. */
  collectGarbage: () => {
    collectGarbage()
    collectGarbage()
  },
}

/** A process with a service, a proxy, or both. */
export type InboxServer = typeof functions

serveParent(functions)

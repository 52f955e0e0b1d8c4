import { createServer } from 'node:http'
import { createClient } from 'redis'
import { type LiveBus, redisBus } from '../../../../src/live/index.ts'
import { createInboxProxy } from '../../../../src/proxy/index.ts'
import { toNodeHandler } from '../../../../src/proxy/node.ts'
import { createService, defaultWorkspace } from '../../../../src/service/index.ts'
import { apiKey } from './callService.ts'

/** What a process serves. */
export type ServerRole =
  /** A service whose bus is Redis, which the command line has no option for. */
  | { kind: 'service'; data: string; redis: string }
  /** A proxy in front of a service. Each inbox is that of its own subscriber. */
  | { kind: 'proxy'; serviceUrl: string }

const log = (line: unknown) => void process.stderr.write(`${String(line)}\n`)

const connectRedis = async (url: string): Promise<LiveBus> => {
  const client = await createClient({ url }).on('error', log).connect()
  const subscriber = await client.duplicate().on('error', log).connect()
  return redisBus({
    publish: (channel, text) => client.publish(channel, text),
    subscribe: (channel, listener) => subscriber.subscribe(channel, listener),
  })
}

const createHandler = async (role: ServerRole) => {
  if (role.kind === 'service')
    return createService({
      database: role.data,
      workspace: defaultWorkspace,
      apiKeys: [apiKey],
      live: { bus: await connectRedis(role.redis) },
      log,
    })
  return createInboxProxy({
    serviceUrl: role.serviceUrl,
    apiKey,
    basePath: '/api/inbox',
    authenticate: ({ url }) => /\/subscribers\/([^/]+)\//.exec(url)?.[1],
    onError: log,
  })
}

const { port, ...role } = JSON.parse(process.argv[2] ?? '') as ServerRole & { port: number }
const handler = await createHandler(role)
createServer(toNodeHandler((request) => handler(request))).listen(
  port,
  '127.0.0.1',
  () => void process.stdout.write('listening\n'),
)
process.on('disconnect', () => process.exit())

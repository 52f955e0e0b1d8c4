import { createServiceClient, type ServiceClient } from 'tidings/client'
import { startCommand } from './runCommand.ts'
import { until } from './until.ts'

/** The notification service that the examples ask. */
export interface ExamplesService {
  client: ServiceClient
  /** How an example finds it: its variables. */
  env: Record<string, string>
  stop: () => Promise<void>
}

/** Starts it as examples/README.md says it is started, on a free port. */
export const startService = async (): Promise<ExamplesService> => {
  const apiKey = 'key-of-the-examples'
  const command = ['node', 'dist/bin/tidings.js', 'service', '--port', '0', '--data', 'memory']
  const running = startCommand([...command, '--workspace', 'examples/workspace.json', '--api-key', apiKey], { cwd: '.' })
  const address = () => /http:\/\/[\w.]+:\d+/.exec(running.output())?.[0]
  const ended = running.ended.then(() => {
    throw new Error(`The service did not start:\n${running.output()}`)
  })
  await Promise.race([ended, until('the service listens', () => address() !== undefined, 60_000)])
  ended.catch(() => {})
  const baseUrl = address() ?? ''
  return {
    client: createServiceClient({ baseUrl, apiKey }),
    env: { NOTIFICATIONS_URL: baseUrl, NOTIFICATIONS_API_KEY: apiKey },
    stop: running.stop,
  }
}

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createServiceClient, type ServiceClient } from 'tidings/client'
import { runCommand, startCommand } from './runCommand.ts'
import { until } from './until.ts'

/** The notification service of the examples. */
export interface ExamplesService {
  /** Client with the API key of the service. */
  client: ServiceClient
  /** Environment variables that connect an example to the service. */
  env: Record<string, string>
  /** Stops the service. */
  stop: () => Promise<void>
}

/**
 * Installs both packages in a folder outside the repository, and starts the service there as examples/README.md
 * describes, on a free port.
 */
export const startService = async (tarballs: { tidings: string; service: string }): Promise<ExamplesService> => {
  const apiKey = 'key-of-the-examples'
  const folder = await mkdtemp(path.join(tmpdir(), 'tidings-service-'))
  await writeFile(path.join(folder, 'package.json'), '{"private":true}')
  const quietly = ['--prefer-offline', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel', 'error']
  await runCommand(['npm', 'install', ...quietly, tarballs.tidings, tarballs.service], { cwd: folder })
  const command = ['npx', 'tidings-service', '--port', '0', '--data', 'memory', '--api-key', apiKey]
  const running = startCommand([...command, '--workspace', 'node_modules/tidings/examples/workspace.json'], {
    cwd: folder,
  })
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
    stop: async () => {
      await running.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

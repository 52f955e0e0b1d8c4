import { expect, onTestFinished } from 'vitest'
import { run, type RunningCommand } from './process.ts'

/** Starts the command on a free port, until the test ends. */
export const started = async (args: string[], options: Parameters<typeof run>[1] = {}) => {
  const command = run(['--port', '0', ...args], options)
  onTestFinished(async () => {
    command.kill('SIGKILL')
    await command.exit
  })
  const line = await command.firstLine
  const address = /^tidings service listening on (http:\/\/127\.0\.0\.1:\d+)$/.exec(line ?? '')?.[1]
  if (!address) throw new Error(`The service did not start: ${line}\n${command.output.stderr}`)
  return { ...command, address }
}

/** Sends a request with an API key. */
export const call = async (address: string, key: string, path: string, body?: unknown) => {
  const response = await fetch(`${address}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `ApiKey ${key}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

/** Triggers the workflow "welcome". */
export const welcome = (address: string, key: string, to: string) =>
  call(address, key, '/v1/events/trigger/bulk', {
    events: [{ name: 'welcome', to, transactionId: `t-${to}` }],
  })

/** The number of notifications of a subscriber. */
export const total = async (address: string, key: string, subscriberId: string) =>
  (await call(address, key, `/v1/subscribers/${subscriberId}/notifications/feed`)).body['totalCount']

/** The API key that the command printed. */
export const printedKey = async ({ output }: RunningCommand) => {
  await expect.poll(() => output.stderr, { timeout: 10_000 }).toContain('API key: ')
  return /API key: (\S+)/.exec(output.stderr)?.[1] ?? ''
}

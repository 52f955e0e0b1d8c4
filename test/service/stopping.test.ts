// @module-tag slow

import { connect as connectSocket, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { connect, createDatabase, untilWaiting } from './support/engines.ts'
import { patience, run } from './support/process.ts'
import { started, welcome } from './support/serving.ts'

/** A connection to a server that sends a text and reads nothing. */
const send = async (address: string, text: string): Promise<Socket> => {
  const { hostname, port } = new URL(address)
  const socket = connectSocket(Number(port), hostname).on('error', () => {})
  onTestFinished(() => void socket.destroy())
  await new Promise((resolve) => socket.once('connect', resolve))
  socket.pause()
  await new Promise((resolve) => socket.write(text, resolve))
  return socket
}

const head = (line: string, ...more: string[]) =>
  [`${line} HTTP/1.1`, 'host: service', 'authorization: ApiKey k', ...more, '', ''].join('\r\n')

/** Starts the command on an own database. */
const startOnServer = async () => {
  const data = await createDatabase()
  const command = await started(['--data', data, '--api-key', 'k'])
  return { ...command, data }
}

type Command = Awaited<ReturnType<typeof startOnServer>>

/** Opens a transaction that blocks others until the test ends. */
const block = async (data: string, statement: string) => {
  const client = await connect(data)
  onTestFinished(() => client.end())
  await client.query(`begin; ${statement}`)
  return client
}

/** What can be in flight when the signal arrives. */
const situations: Record<string, (command: Command) => Promise<unknown>> = {
  'a query that hangs': async ({ address, data }) => {
    await welcome(address, 'k', 'ada')
    const client = await block(data, 'select from tidings.subscribers for update')
    await send(address, `${head('POST /v1/subscribers/ada/messages/mark-all', 'content-length: 17')}{"markAs":"read"}`)
    await untilWaiting(client, 1)
  },
  'an open stream': async ({ address }) => {
    const stream = await fetch(`${address}/v1/live`, { headers: { authorization: 'ApiKey k' } })
    expect(stream.status).toBe(200)
  },
  // More than what the operating system stores between the two.
  'a client that does not read its responses': ({ address }) => send(address, head('GET /openapi.json').repeat(200)),
  'a request without the end of its body': ({ address }) =>
    send(address, `${head('POST /v1/events/trigger/bulk', 'content-length: 100')}{"events"`),
  'a request without the end of its headers': ({ address }) => send(address, 'GET /healthz HTTP/1.1\r\nhost: ser'),
  'an idle connection': ({ address }) => send(address, ''),
}

test(
  'SIGTERM ends the process within ten seconds, whatever is in flight',
  async () => {
    const stop = async (begin: (typeof situations)[string]) => {
      const command = await startOnServer()
      await begin(command)
      // When a later request has its response, the service knows the earlier one.
      await fetch(`${command.address}/openapi.json`)
      const signaled = performance.now()
      command.kill('SIGTERM')
      return { exit: await command.exit, isInTime: performance.now() - signaled < 10_000 }
    }
    const names = Object.keys(situations)
    const results = await Promise.all(Object.values(situations).map(stop))
    expect(Object.fromEntries(names.map((name, index) => [name, results[index]]))).toEqual(
      Object.fromEntries(names.map((name) => [name, { exit: 0, isInTime: true }])),
    )
  },
  patience,
)

test(
  'SIGTERM ends a process that still starts',
  async () => {
    const data = await createDatabase()
    // Another process migrates the tables.
    const client = await block(data, 'select pg_advisory_xact_lock(7365920114)')
    const command = run(['--port', '0', '--data', data, '--api-key', 'k'])
    onTestFinished(() => command.kill('SIGKILL'))
    await untilWaiting(client, 1)

    const signaled = performance.now()
    command.kill('SIGTERM')

    expect(await command.exit).toBe(0)
    expect(performance.now() - signaled).toBeLessThan(10_000)
  },
  patience,
)

test(
  'a command of npm ends with the shell that npm has started, so that its port and its data are free',
  async () => {
    const wrapper = ['sh', '-c', '"$@"; exit', 'sh']
    const data = await createDatabase()
    const command = run(['--port', '0', '--data', data, '--api-key', 'k'], { wrapper, env: { npm_command: 'exec' } })
    const { pid = 0 } = command
    await command.firstLine
    // npm passes SIGTERM to the shell only.
    process.kill(pid, 'SIGTERM')
    // The outputs close when both have ended.
    await command.exit
    expect(command.output.stderr).toContain('npm has ended: stopping')
  },
  patience,
)

import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'

/** A request that a provider received. */
export interface ReceivedRequest {
  method: string
  path: string
  headers: IncomingHttpHeaders
  text: string
  /** The parsed body, or undefined if it is not JSON. */
  body: unknown
}

type Respond = (request: ReceivedRequest, response: ServerResponse) => unknown

/** A provider on this machine, until the test ends. */
export const startProvider = async (respond: Respond = () => ({})) => {
  const received: ReceivedRequest[] = []
  const answer = { respond }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    const { method = '', url = '', headers } = request
    const body: unknown = /^[[{]/.test(text) ? JSON.parse(text) : undefined
    const entry = { method, path: url, headers, text, body }
    received.push(entry)
    const result: unknown = await answer.respond(entry, response)
    // It has responded by itself, or never does.
    if (result !== undefined) response.end(JSON.stringify(result))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    received,
    /** Changes what it responds from now on. */
    respondWith: (next: Respond) => void (answer.respond = next),
  }
}

/** Responds with a status, and headers. */
export const status =
  (code: number, body: unknown = {}, headers: Record<string, string> = {}): Respond =>
  (_, response) => {
    response.writeHead(code, headers)
    return body
  }

/** Never responds. */
export const silence: Respond = () => undefined

/** A mail that a server received. */
export interface ReceivedMail {
  from: string
  to: string[]
  /** Its lines, with those that continue a header joined. */
  lines: string[]
  source: string
}

/** A mail server on this machine, until the test ends. */
export const startMailServer = async (options: SMTPServerOptions = {}) => {
  const mails: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const source = Buffer.concat(chunks).toString()
        const { mailFrom, rcptTo } = session.envelope
        mails.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          lines: source.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n'),
          source,
        })
        callback()
      })
    },
    ...options,
  })
  server.on('error', () => {})
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = listening.address() as AddressInfo
  return { port: String(port), mails }
}

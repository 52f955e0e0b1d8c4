import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A mail server that stores the newest mails in memory, and delivers none. */
export interface MailServer {
  /** Its port on the loopback address. */
  port: number
  /**
   * The source of a mail, with its headers.
   * @param messageId id of the service's message, which the header `Message-ID` contains.
   * @returns undefined if the mail has not arrived, or is no longer among the newest.
   */
  sourceOf: (messageId: string) => string | undefined
  /** Stops it. */
  close: () => Promise<void>
}

const limits = { mails: 200, bytes: 64 * 1024 }

/** Starts the mail server of the demo on a free port. */
export const startMailServer = async (): Promise<MailServer> => {
  const sources = new Map<string, string>()
  const store = (source: string) => {
    const id = /^message-id: <([^@>]+)/im.exec(source)?.[1]
    if (id !== undefined) sources.set(id, source)
    const [oldest] = sources.keys()
    if (sources.size > limits.mails && oldest !== undefined) sources.delete(oldest)
  }

  const server = new SMTPServer({
    // It is on this machine only, and has no certificate.
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: limits.bytes,
    closeTimeout: 1_000,
    onData: (stream, _session, callback) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (!stream.sizeExceeded) store(Buffer.concat(chunks).toString())
        callback(stream.sizeExceeded ? Object.assign(new Error('Too large.'), { responseCode: 552 }) : null)
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  // A connection that ends early is an error of the server. The service tries its mail again.
  server.on('error', () => {})
  return {
    port: (server.server.address() as AddressInfo).port,
    sourceOf: (messageId) => sources.get(messageId),
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

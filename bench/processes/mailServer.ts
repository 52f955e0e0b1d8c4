import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { serveParent } from './child.ts'

let count = 0

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  disableReverseLookup: true,
  onData: (stream, _session, callback) => {
    stream.resume()
    stream.on('end', () => {
      count += 1
      callback()
    })
  },
})
// Of connections that end with the process of the service.
server.on('error', () => {})

const functions = {
  /** Starts a mail server that accepts every mail, and returns its port. */
  start: async (): Promise<number> => {
    const listening = server.listen(0, '127.0.0.1')
    await once(listening, 'listening')
    return (listening.address() as AddressInfo).port
  },

  /** Returns the number of mails so far. */
  count: (): number => count,
}

/** A process with a mail server. */
export type MailServer = typeof functions

serveParent(functions)

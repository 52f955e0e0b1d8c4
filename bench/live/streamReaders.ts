import { connect, type Socket } from 'node:net'
import { serveParent } from '../processes/child.ts'
import { now, percentile, until } from '../processes/clock.ts'

/** A source address has some 28,000 ports. */
const streamsPerAddress = 5_000

/** How many connections are being opened at a time. */
const atOnce = 100

interface Reader {
  subscriberId: string
  socket: Socket
  isOpen: boolean
  /** When the last hint arrived. */
  hintedAt: number
}

const readers: Reader[] = []

/** Reads a stream from a raw socket: 10,000 clients of HTTP would use the CPU that the proxy needs. */
const open = (port: number, place: number) =>
  new Promise<void>((resolve, reject) => {
    const subscriberId = `reader-${place}`
    const socket = connect({
      port,
      host: '127.0.0.1',
      localAddress: `127.0.0.${2 + Math.floor(place / streamsPerAddress)}`,
    })
    const reader: Reader = { subscriberId, socket, isOpen: true, hintedAt: 0 }
    readers.push(reader)
    socket.setEncoding('latin1')
    socket.write(
      `GET /api/inbox/v1/subscribers/${subscriberId}/live HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\naccept: text/event-stream\r\n\r\n`,
    )
    socket.on('data', (text: string) => {
      if (text.includes('event: hint')) reader.hintedAt = now()
      if (text.startsWith('HTTP/1.1 200')) resolve()
      else if (text.startsWith('HTTP/1.1')) reject(new Error(text))
    })
    socket.on('error', reject)
    socket.on('close', () => (reader.isOpen = false))
  })

const functions = {
  /** Opens streams until there are `count`. */
  open: async ({ port, count }: { port: number; count: number }): Promise<void> => {
    let next = readers.length
    const openNext = async (): Promise<void> => {
      while (next < count) await open(port, next++)
    }
    await Promise.all(Array.from({ length: atOnce }, openNext))
  },

  /** Returns the number of streams that are open. */
  openCount: (): number => readers.filter(({ isOpen }) => isOpen).length,

  /** Waits until all open streams have a hint since a time. Returns percentiles of the delays, in milliseconds. */
  delays: async (since: number): Promise<{ p50: number; p99: number }> => {
    const left = new Set(readers.filter(({ isOpen }) => isOpen))
    await until('hints', () => {
      for (const reader of left) if (reader.hintedAt >= since) left.delete(reader)
      return left.size === 0
    })
    const delays = readers.filter(({ isOpen }) => isOpen).map(({ hintedAt }) => hintedAt - since)
    return { p50: percentile(delays, 0.5), p99: percentile(delays, 0.99) }
  },

  /** Returns the time of a stream's last hint. 0 if it had none. */
  hintedAt: (place: number): number => readers[place]?.hintedAt ?? 0,

  /** Closes the last `count` streams in one turn of the event loop. */
  close: (count: number): void => {
    for (const { socket } of readers.splice(-count)) socket.destroy()
  },
}

/** The clients of a proxy's streams. */
export type StreamReaders = typeof functions

serveParent(functions)

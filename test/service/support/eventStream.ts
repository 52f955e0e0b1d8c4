import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { expect } from 'vitest'

/** An open event stream. */
export interface OpenStream {
  /** The response. */
  response: Response
  /** The events so far, with their data parsed. */
  events: { event: string | undefined; id: string | undefined; data: unknown }[]
  /** The number of comments so far. */
  comments: () => number
  /** Resolves when the stream ends, with the error that ended it. */
  ended: Promise<unknown>
  /** Disconnects. */
  cancel: () => Promise<void>
  /** The data of the hints so far. */
  hints: () => unknown[]
}

/** Reads a response as an event stream until its end. */
export const readStream = (response: Response): OpenStream => {
  const events: OpenStream['events'] = []
  let comments = 0
  const parser = createParser({
    onEvent: ({ event, id, data }: EventSourceMessage) => void events.push({ event, id, data: JSON.parse(data) }),
    onComment: () => void (comments += 1),
  })
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  const decoder = new TextDecoder()
  const read = async () => {
    for (let part = await reader.read(); part.value; part = await reader.read())
      parser.feed(decoder.decode(part.value, { stream: true }))
  }
  return {
    response,
    events,
    comments: () => comments,
    ended: read().catch((error: unknown) => error),
    cancel: () => reader.cancel(),
    hints: () => events.filter(({ event }) => event === 'hint').map(({ data }) => data),
  }
}

/** Waits until a stream has so many hints, and returns all. */
export const hintsAfter = async (stream: OpenStream, count: number): Promise<unknown[]> => {
  await expect.poll(() => stream.hints().length, { timeout: 10_000 }).toBeGreaterThanOrEqual(count)
  return stream.hints()
}

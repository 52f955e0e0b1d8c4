import { eventText } from '../../contract/live/eventStream.ts'
import type { ServiceHint } from '../../contract/live/serviceStream.ts'
import type { Hint } from '../../live/liveHub.ts'

/** Limits of the hints that are remembered. */
const mostHints = 1000
const mostBytes = 4 * 1024 * 1024
const lifetime = 5 * 60_000

/** The longest hint, in bytes. A longer one becomes a hint for every subscriber. */
const longestHint = 256 * 1024

const encoder = new TextEncoder()

export const encodeEvent = (event: string, data: object, id?: string): Uint8Array<ArrayBuffer> =>
  encoder.encode(eventText(event, data, id))

/** The latest hints, for streams that were interrupted. */
export interface HintLog {
  /** Adds a hint. Returns its event. */
  add(hint: Hint): Uint8Array<ArrayBuffer>
  lastId(): string
  /** The events after the hint with this id. undefined if they aren't remembered, or if another process gave the id. */
  since(id: string): Uint8Array<ArrayBuffer>[] | undefined
}

/** The log of a stream's hints. An id consists of the epoch, which is another one in each process, and a number. */
export const createHintLog = (epoch: string, monotonic: () => number): HintLog => {
  const remembered: { event: Uint8Array<ArrayBuffer>; at: number }[] = []
  let last = 0
  let bytes = 0

  const forget = () => {
    const oldest = monotonic() - lifetime
    let count = 0
    for (const { event, at } of remembered) {
      if (remembered.length - count <= mostHints && bytes <= mostBytes && at >= oldest) break
      bytes -= event.byteLength
      count += 1
    }
    remembered.splice(0, count)
  }

  return {
    add: ({ subscriberIds, streamId }) => {
      last += 1
      const id = `${epoch}.${last}`
      const origin = streamId !== undefined && { streamId }
      const data: ServiceHint = { subscriberIds, ...origin }
      const exact = encodeEvent('hint', data, id)
      const event =
        exact.byteLength <= longestHint ? exact : encodeEvent('hint', { subscriberIds: 'all', ...origin }, id)
      remembered.push({ event, at: monotonic() })
      bytes += event.byteLength
      forget()
      return event
    },
    lastId: () => `${epoch}.${last}`,
    since: (id) => {
      forget()
      const number = id.startsWith(`${epoch}.`) ? Number(id.slice(epoch.length + 1)) : Number.NaN
      const missing = last - number
      // Of an id that isn't a number, nothing is remembered.
      if (!(Number.isInteger(missing) && missing >= 0 && missing <= remembered.length)) return undefined
      return remembered.slice(remembered.length - missing).map(({ event }) => event)
    },
  }
}

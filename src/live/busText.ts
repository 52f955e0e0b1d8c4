import { isObject } from '../contract/isObject.ts'
import type { Hint } from './liveHub.ts'

/** A text on the bus. One without a hint is a ping. */
export interface BusText {
  /** The id of the hub that sent it. */
  from: string
  /** The number of the text among those of its hub: 1, 2, 3 …. A missing number is a lost text. */
  seq: number
  hint?: Hint
}

/** The longest text, in bytes. PostgreSQL allows 7,999 in a notification. */
const maxBytes = 7000

const encoder = new TextEncoder()
const bytesOf = (text: string) => encoder.encode(text).byteLength

export const encodeText = (text: BusText): string => JSON.stringify(text)

/**
 * Splits a hint into hints whose texts are short enough. An id that fits into no text makes it a hint for every
 * subscriber.
 */
export const splitHint = (hint: Hint, from: string): Hint[] => {
  if (hint.subscriberIds === 'all') return [hint]
  const frame = encodeText({ from, seq: Number.MAX_SAFE_INTEGER, hint: { ...hint, subscriberIds: [] } })
  const room = maxBytes - bytesOf(frame)
  const parts: string[][] = []
  let left = 0
  for (const id of hint.subscriberIds) {
    // With its comma.
    const bytes = bytesOf(JSON.stringify(id)) + 1
    if (bytes > room) return [{ ...hint, subscriberIds: 'all' }]
    if (bytes > left) {
      parts.push([])
      left = room
    }
    parts.at(-1)?.push(id)
    left -= bytes
  }
  return parts.map((subscriberIds) => ({ ...hint, subscriberIds }))
}

/** Reads a text from the bus. undefined if no hub wrote it: other programs may use the same channel. */
export const decodeText = (text: string): BusText | undefined => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!isObject(value)) return undefined
  const { from, seq, hint } = value
  if (typeof from !== 'string' || !Number.isSafeInteger(seq)) return undefined
  if (hint !== undefined && !isHint(hint)) return undefined
  return { from, seq: Number(seq), ...(hint && { hint }) }
}

const isHint = (value: unknown): value is Hint => {
  if (!isObject(value)) return false
  const { subscriberIds, early, streamId } = value
  return (
    (subscriberIds === 'all' ||
      (Array.isArray(subscriberIds) && subscriberIds.every((id) => typeof id === 'string'))) &&
    (early === undefined || typeof early === 'boolean') &&
    (streamId === undefined || typeof streamId === 'string')
  )
}

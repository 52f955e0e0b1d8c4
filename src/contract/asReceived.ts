import { isObject } from './isObject.ts'

const merge = (received: unknown, read: unknown): unknown => {
  if (Array.isArray(received) && Array.isArray(read)) {
    const items = read.map((item, place) => merge(received[place], item))
    return items.length === received.length && items.every((item, place) => item === received[place]) ? received : items
  }
  if (!isObject(received) || !isObject(read)) return read
  if (Object.keys(received).length !== Object.keys(read).length) return read
  let result = received
  for (const [key, value] of Object.entries(read)) {
    const kept = merge(received[key], value)
    if (kept === received[key]) continue
    if (result === received) result = { ...received }
    result[key] = kept
  }
  return result
}

/**
 * What a schema read, in the objects that were received wherever it changed nothing, else in copies of them.
 *
 * A schema builds its result key by key, and engines keep large objects that were built so as hash tables: two and a half
 * times the memory of what `JSON.parse` makes, and slow to copy. In a list of ten thousand that can be felt.
 */
export const asReceived = <Value>(received: unknown, read: Value): Value =>
  // Other objects, the same contents.
  merge(received, read) as Value

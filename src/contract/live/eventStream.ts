import { eventStreamType } from './liveStream.ts'

/** The headers of a response that is an event stream. Each part must arrive at once. */
export const eventStreamHeaders = {
  'content-type': eventStreamType,
  // Compression collects data before it sends any.
  'cache-control': 'no-store, no-transform',
  // nginx would collect the response.
  'x-accel-buffering': 'no',
} as const

export const eventText = (event: string, data: object, id?: string): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

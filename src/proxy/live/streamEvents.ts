import { eventText } from '../../contract/live/eventStream.ts'
import type { LiveHint, LiveStatus } from '../../contract/live/liveStream.ts'

const encoder = new TextEncoder()
const encode = (event: string, data: object) => encoder.encode(eventText(event, data))

// Each event is encoded once for all streams.
const encodeStatus = (status: LiveStatus) => encode('status', status)
const encodeOpening = (status: LiveStatus) =>
  new Uint8Array([...encoder.encode(': open\nretry: 3000\n\n'), ...encodeStatus(status)])
const statuses = [false, true].map((complete) => encodeStatus({ complete }))
const openings = [false, true].map((complete) => encodeOpening({ complete }))
const currentOpening = encodeOpening({ complete: true, current: true })

/** The event of a status: whether hints cover every change. */
export const statusEvent = (complete: boolean): Uint8Array => statuses[Number(complete)] as Uint8Array

/**
 * The beginning of a stream. The comment is immediate, so that a browser detects a server in between that buffers the
 * stream.
 * @param current whether nothing has changed since the browser's first page.
 */
export const openingEvents = (complete: boolean, current: boolean): Uint8Array =>
  complete && current ? currentOpening : (openings[Number(complete)] as Uint8Array)

export const hintEvent = (hint: LiveHint): Uint8Array => encode('hint', hint)

/** The comment that shows that the connection works. */
export const heartbeat: Uint8Array = encoder.encode(':\n\n')

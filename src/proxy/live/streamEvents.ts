import { eventText } from '../../contract/live/eventStream.ts'
import type { LiveHint, LiveStatus } from '../../contract/live/liveStream.ts'

const encoder = new TextEncoder()
const encode = (event: string, data: object) => encoder.encode(eventText(event, data))

// Each event is encoded once for all streams.
const statuses = [false, true].map((complete) => encode('status', { complete } satisfies LiveStatus))
const openings = statuses.map((status) => new Uint8Array([...encoder.encode(': open\nretry: 3000\n\n'), ...status]))

/** The event of a status: whether hints cover every change. */
export const statusEvent = (complete: boolean): Uint8Array => statuses[Number(complete)] as Uint8Array

/**
 * The beginning of a stream. The comment is immediate, so that a browser detects a server in between that buffers the
 * stream.
 */
export const openingEvents = (complete: boolean): Uint8Array => openings[Number(complete)] as Uint8Array

/** The event of a hint. */
export const hintEvent = (hint: LiveHint): Uint8Array => encode('hint', hint)

/** The comment that shows that the connection works. */
export const heartbeat: Uint8Array = encoder.encode(':\n\n')

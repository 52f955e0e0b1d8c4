import { createLiveHub } from '../../live/createLiveHub.ts'
import { realEnvironment } from '../../live/liveEnvironment.ts'
import type { Hint } from '../../live/liveHub.ts'
import { postgresBus } from '../../live/postgresBus.ts'
import type { Database } from '../database/connect.ts'
import { Refusal } from '../http/Refusal.ts'
import { createHintStreams } from './hintStreams.ts'
import { liveChannel, type LiveServiceOptions } from './liveOptions.ts'

/** The live delivery of a running service. */
export interface LiveEndpoint {
  /** Publishes a hint. It never throws. */
  publish(hint: Hint): void
  /**
   * Responds to `GET /v1/live`.
   * @throws Refusal 503 after `endStreams`.
   */
  open(request: Request): Response
  /** The number of open streams. */
  streamCount(): number
  /** Ends the streams. Later hints are still published to other processes. */
  endStreams(): void
  /** Ends the streams, publishes the last hints and leaves the bus. */
  close(): Promise<void>
}

/** A bus that fails is logged, and never fails a request. */
export const startLiveEndpoint = (
  { bus }: LiveServiceOptions,
  {
    database,
    environmentId,
    log,
  }: {
    /** The database whose server carries hints by default. */
    database: Database
    /** The environment, because services of several environments may use one server. */
    environmentId: string
    /** Receives a line for each outage of the bus. */
    log: (line: string) => void
  },
): LiveEndpoint => {
  const { createClient: connect } = database
  const ownBus = connect && postgresBus({ connect, channel: liveChannel(environmentId) })
  const used = bus ?? ownBus
  const hub = createLiveHub({ ...(used && { bus: used }), onError: ({ message }) => log(message) })
  const streams = createHintStreams(hub, realEnvironment)
  let isEnded = false
  const endStreams = () => {
    isEnded = true
    streams.close()
  }
  return {
    publish: hub.publish,
    open: (request) => {
      if (isEnded) throw new Refusal(503, 'The service is stopping.', { headers: { 'retry-after': '1' } })
      return streams.open(request)
    },
    streamCount: streams.count,
    endStreams,
    close: async () => {
      endStreams()
      await hub.close()
    },
  }
}

import type { LiveBus } from '../../live/liveHub.ts'
import { stableId } from '../ids.ts'

/** Live delivery of a service. */
export interface LiveServiceOptions {
  /**
   * Carries hints to the other processes of the service. Default: LISTEN and NOTIFY on a PostgreSQL server, on two
   * connections of their own; none for an embedded database, which one process at a time can use.
   */
  bus?: LiveBus
}

/** The channel of an environment. PostgreSQL allows 63 bytes, and an environment's id can be longer. */
export const liveChannel = (environmentId: string): string => `tidings_live_${stableId(environmentId)}`

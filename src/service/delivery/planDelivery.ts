import type { SendError } from './SendError.ts'

const second = 1_000
const minute = 60 * second

/** The most tries of a message, of which the last one begins within an hour. */
export const mostTries = 5

/** The pauses after the tries, in milliseconds: 51 minutes together. */
const pauses = [minute, 5 * minute, 15 * minute, 30 * minute]

/** The longest pause that a provider can ask for, in milliseconds. */
const longestRetryAfter = 60 * minute

/** What becomes of a message. */
export interface Plan {
  status: 'error' | 'warning'
  error_id: string
  error_text: string
  /** The time of the next try. null: there is none. */
  send_at: Date | null
  tries: number
}

/**
 * Decides what becomes of a message that was not sent.
 * @param tries the tries before this one.
 * @param time the end of this try.
 */
export const planDelivery = (
  { kind, message, retryAfter = 0 }: Pick<SendError, 'kind' | 'message' | 'retryAfter'>,
  { tries: before, time }: { tries: number; time: Date },
): Plan => {
  const tries = before + 1
  if (kind === 'permanent') return { status: 'error', error_id: 'refused', error_text: message, send_at: null, tries }
  const pause = pauses[before]
  if (pause === undefined || tries >= mostTries)
    return {
      status: 'error',
      error_id: 'not_sent',
      error_text: `${message} There were ${tries} tries.`,
      send_at: null,
      tries,
    }
  const wanted = Number.isFinite(retryAfter) ? Math.min(Math.max(0, retryAfter * second), longestRetryAfter) : 0
  const next = new Date(time.getTime() + Math.max(pause, wanted))
  return {
    status: 'warning',
    error_id: 'retry',
    error_text: `${message} Try ${tries} of ${mostTries} failed. The next one is at ${next.toISOString()}.`,
    send_at: next,
    tries,
  }
}

import { clocks } from '../../client/clock.ts'
import { isHttpError } from '../../client/errors/HttpError.ts'
import { toError } from '../../client/errors/TidingsError.ts'

/** Finds out whether a service has archive, snooze and delete if its feed pages do not say so. */
export interface TriageProbe {
  /** Whether the service is known to have them. */
  readonly isProven: boolean
  /**
   * Resolves to whether the service has them. Pages wait for the first probe of the process, so that controls show with
   * the first page. They do not wait for a later one, which follows if the first one failed.
   * @param count sends the request.
   * @param report receives the error of a probe that failed.
   */
  prove(count: () => Promise<unknown>, report: (error: Error) => void): Promise<boolean>
}

/** After a failed probe, the next one waits for so long, in milliseconds. */
const probeEvery = 60_000

/** The maximum duration of a probe, in milliseconds: the first page of the process waits for it. */
export const probeTimeout = 2_000

export const createTriageProbe = (): TriageProbe => {
  let known: boolean | undefined
  let running: Promise<void> | undefined
  let probes = 0
  let startedAt = 0

  const run = async (count: () => Promise<unknown>, report: (error: Error) => void) => {
    try {
      await count()
      known = true
    } catch (error) {
      // The subscriber has a feed page, so a 404 is not about them.
      if (isHttpError(error) && [404, 405, 501].includes(error.status)) known = false
      else report(toError(error))
    }
  }

  return {
    get isProven() {
      return known === true
    },
    prove: async (count, report) => {
      if (known === undefined && (probes === 0 || clocks.monotonic() - startedAt >= probeEvery)) {
        probes += 1
        startedAt = clocks.monotonic()
        running = run(count, report)
      }
      if (probes === 1) await running
      return known === true
    },
  }
}

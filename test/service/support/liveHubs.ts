import { Client } from 'pg'
import { expect, onTestFinished } from 'vitest'
import { createLiveHub, type Hint, type LiveBus, type LiveEnvironment, postgresBus } from '../../../src/live/index.ts'

/** Five times as fast as the real one: a hub pings every 2 seconds, and waits 1 second. */
export const fastEnvironment: Partial<LiveEnvironment> = {
  schedule: (run, ms) => {
    const timer = setTimeout(run, ms / 5)
    return () => clearTimeout(timer)
  },
}

/** Time for an outage and a repair in the fast environment, in milliseconds. */
export const repairTime = { timeout: 20_000 }

/** A bus on a database. */
export const busOn = (address: string, options: { channel?: string } = {}): LiveBus =>
  postgresBus({
    connect: () => new Client({ connectionString: address, application_name: 'tidings-live' }),
    environment: fastEnvironment,
    ...options,
  })

/** Creates a hub on a bus until the test ends, and records its hints and errors. */
export const startHub = (bus: LiveBus) => {
  const hints: Hint[] = []
  const errors: string[] = []
  const hub = createLiveHub({ bus, onError: ({ message }) => void errors.push(message), environment: fastEnvironment })
  hub.subscribeAll((hint) => void hints.push(hint))
  onTestFinished(() => hub.close())
  return { hub, hints, errors }
}

/** A hub and its records. */
export type RecordedHub = ReturnType<typeof startHub>

/** Publishes from each hub until each has received hints of each, its own included. */
export const untilTogether = async (...hubs: RecordedHub[]): Promise<void> => {
  const ids = hubs.map((_, index) => `ping-${index}`)
  const received = () => {
    for (const [index, { hub }] of hubs.entries()) hub.publish({ subscriberIds: [`ping-${index}`] })
    return hubs.map(({ hub, hints }) => [
      hub.isConnected(),
      ...ids.filter((id) => hints.some(({ subscriberIds }) => subscriberIds !== 'all' && subscriberIds.includes(id))),
    ])
  }
  for (const { hints } of hubs) hints.length = 0
  await expect.poll(received, repairTime).toEqual(hubs.map(() => [true, ...ids]))
}

import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { expect, onTestFinished } from 'vitest'
import { createLiveHub, type Hint, type LiveBus, postgresBus } from '../../../src/live/index.ts'
import { manualEnvironment } from '../../live/manualEnvironment.ts'

/** The time of hubs and buses in front of real servers. */
export type Clock = ReturnType<typeof manualEnvironment>

/** How long a hub or a bus waits for a server, in milliseconds. */
const patience = 5_000

/** Passes time. It is slow while something waits for a server, which may be busy, or may have lost a text. */
const passTime = async (clocks: Iterable<Clock>) => {
  for (const clock of clocks) await clock.advance(clock.timers(patience) > 0 ? 20 : 500)
}

/** A bus on a database. */
export const busOn = (clock: Clock, address: string, options: { channel?: string } = {}): LiveBus =>
  postgresBus({
    connect: () => new Client({ connectionString: address, application_name: 'tidings-live' }),
    environment: clock.environment,
    ...options,
  })

/** A hub on a bus until the test ends. Records its hints and errors. */
export const startHub = (clock: Clock, bus: LiveBus) => {
  const hints: Hint[] = []
  const errors: string[] = []
  // Each clock counts its ids from 1.
  const environment = { ...clock.environment, newId: randomUUID }
  const hub = createLiveHub({ bus, onError: ({ message }) => void errors.push(message), environment })
  hub.subscribeAll((hint) => void hints.push(hint))
  onTestFinished(async () => {
    const closed = hub.close()
    // A text that a server has lost is not waited for.
    await clock.advance(patience)
    await closed
  })
  return { hub, hints, errors, clock }
}

/** A hub and its records. */
export type RecordedHub = ReturnType<typeof startHub>

/** Waits until a value of hubs, or of their servers, is the expected one. Their time passes meanwhile. */
export const until = async (
  hubs: readonly RecordedHub[],
  read: () => unknown,
  expected: unknown = true,
): Promise<void> => {
  const clocks = new Set(hubs.map(({ clock }) => clock))
  const readLater = async () => {
    await passTime(clocks)
    return read()
  }
  await expect.poll(readLater, { interval: 10 }).toEqual(expected)
}

/** Whether a hub has reported an outage. */
export const hasFailed = ({ hub, errors }: RecordedHub): boolean => !hub.isConnected() && errors.length > 0

/** Whether a hub was told that anything may have changed. */
export const hasHintForAll = ({ hints }: RecordedHub): boolean =>
  hints.some(({ subscriberIds }) => subscriberIds === 'all')

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
  await until(
    hubs,
    received,
    hubs.map(() => [true, ...ids]),
  )
}

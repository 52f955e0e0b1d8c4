import { expect, onTestFinished } from 'vitest'
import { type OpenStream, readStream } from './eventStream.ts'
import { welcome } from './serving.ts'

/** Opens the stream of a service over HTTP until the test ends. */
export const open = async (address: string): Promise<OpenStream> => {
  const response = await fetch(`${address}/v1/live`, { headers: { authorization: 'ApiKey k' } })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  const stream = readStream(response)
  onTestFinished(() => stream.cancel())
  return stream
}

const untilComplete = async (stream: OpenStream) => {
  await expect.poll(() => stream.events.findLast(({ event }) => event === 'status')?.data).toEqual({ complete: true })
}

export const untilHinted = async (stream: OpenStream, subscriberId: string) => {
  await expect.poll(() => JSON.stringify(stream.hints())).toContain(subscriberId)
}

/** Opens the stream of the second process, and waits until it has a hint of the first one. */
export const untilTogether = async (first: string, second: string) => {
  const stream = await open(second)
  await untilComplete(stream)
  // The second process counts the first one's texts before its own start as lost: the first hint is for all.
  let round = 0
  const trigger = async () => {
    await welcome(first, 'k', `ada-${++round}`)
    return JSON.stringify(stream.hints())
  }
  await expect.poll(trigger).toContain('ada-')
  return stream
}

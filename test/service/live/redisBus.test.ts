import { Redis } from 'ioredis'
import { createClient } from 'redis'
import { describe, expect, onTestFinished, test } from 'vitest'
import { redisBus, type RedisBusOptions } from '../../../src/live/index.ts'
import { manualEnvironment } from '../../live/manualEnvironment.ts'
import { hasFailed, hasHintForAll, startHub, until, untilTogether } from '../support/liveHubs.ts'
import { startRedis } from '../support/liveServers.ts'

const ignore = () => {}

const withNodeRedis = (url: string): Pick<RedisBusOptions, 'publish' | 'subscribe'> => {
  const client = createClient({ url }).on('error', ignore)
  const subscriber = client.duplicate().on('error', ignore)
  for (const each of [client, subscriber]) {
    each.connect().catch(ignore)
    onTestFinished(() => each.destroy())
  }
  return {
    publish: (channel, text) => client.publish(channel, text),
    subscribe: (channel, listener) => subscriber.subscribe(channel, listener),
  }
}

const withIoredis = (url: string): Pick<RedisBusOptions, 'publish' | 'subscribe'> => {
  const client = new Redis(url).on('error', ignore)
  const subscriber = client.duplicate().on('error', ignore)
  onTestFinished(() => {
    client.disconnect()
    subscriber.disconnect()
  })
  return {
    publish: (channel, text) => client.publish(channel, text),
    subscribe: (channel, listener) => {
      subscriber.on('message', (from, text) => from === channel && listener(text))
      return subscriber.subscribe(channel)
    },
  }
}

describe.each([
  ['redis', withNodeRedis, []],
  ['ioredis', withIoredis, ['slow']],
])('with %s', (_, connect, tags) => {
  const hubOn = (url: string, channel?: string) => {
    const clock = manualEnvironment()
    const { environment } = clock
    return startHub(clock, redisBus({ ...connect(url), environment, ...(channel !== undefined && { channel }) }))
  }

  test('two hubs receive the hints of each other, and not those of another channel', async () => {
    const { url } = await startRedis()
    const [first, second, other] = [hubOn(url), hubOn(url), hubOn(url, 'other')]
    await Promise.all([untilTogether(first, second), untilTogether(other)])

    const ids = Array.from({ length: 20_000 }, (__, index) => `subscriber-${index}`)
    first.hub.publish({ subscriberIds: ids })

    const received = () =>
      second.hints.flatMap(({ subscriberIds }) => subscriberIds).filter((id) => id.startsWith('subscriber-'))
    await until([first, second], () => received().length, ids.length)
    expect(received()).toEqual(ids)
    await untilTogether(other)
    expect(JSON.stringify(other.hints)).not.toContain('subscriber-')
    expect([first, second, other].flatMap(({ errors }) => errors)).toEqual([])
  })

  test('a Redis that is killed: one report per hub, incomplete meanwhile, connected again', { tags }, async () => {
    const redis = await startRedis()
    const hubs = [hubOn(redis.url), hubOn(redis.url)] as const
    await untilTogether(...hubs)

    await redis.kill()
    for (const { hub } of hubs) hub.publish({ subscriberIds: ['lost'] })
    // The clients of Redis keep the texts, so the hubs wait in vain: for a ping, and at most 5 seconds for its return.
    for (const { clock } of hubs) await clock.advance(15_000)
    expect(hubs.map(hasFailed)).toEqual([true, true])
    for (const { hints } of hubs) hints.length = 0
    await redis.start()

    await until(hubs, () => hubs.every(hasHintForAll))
    await untilTogether(...hubs)
    for (const { errors } of hubs) expect(errors).toHaveLength(1)
  })

  test('a Redis that is not there at the start: reported once, and connected when it is', async () => {
    const redis = await startRedis()
    await redis.kill()
    const recorded = hubOn(redis.url)

    await recorded.clock.advance(15_000)
    expect(hasFailed(recorded)).toBe(true)
    await redis.start()

    await untilTogether(recorded)
    expect(recorded.errors).toHaveLength(1)
  })
})

test('a subscription that is rejected is tried again, and its late texts do not count twice', async () => {
  const clock = manualEnvironment()
  const listeners: ((text: string) => void)[] = []
  const bus = redisBus({
    publish: async (_, text) => {
      for (const listener of listeners) listener(text)
    },
    subscribe: async (_, listener) => {
      listeners.push(listener)
      if (listeners.length < 3) throw new Error('not connected')
    },
    environment: clock.environment,
  })
  const texts: string[] = []
  const end = await bus.subscribe((text) => void texts.push(text))
  await clock.advance(10_000)
  expect(listeners).toHaveLength(3)

  await bus.publish('a')
  expect(texts).toEqual(['a'])
  await end()
  await bus.publish('b')
  expect(texts).toEqual(['a'])
})

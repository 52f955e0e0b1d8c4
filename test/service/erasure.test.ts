import { expect, test } from 'vitest'
import { onEachEngine, openServer, untilWaiting } from './support/engines.ts'
import { createWorld, type World } from './support/world.ts'

const pathOf = (subscriberId: string) => `/v2/subscribers/${subscriberId}`
const profile = async (world: World, subscriberId: string) => {
  const { status, body } = await world.call('GET', pathOf(subscriberId))
  return status === 200 ? (body as { data: unknown }).data : status
}

onEachEngine((engine) => {
  test('a subscriber can be read, with its credentials', async () => {
    const world = await createWorld(engine)
    const { body } = await world.call('PATCH', '/v1/subscribers/anna/credentials', {
      providerId: 'fcm',
      credentials: { deviceTokens: ['t1'] },
    })

    expect(await profile(world, 'anna')).toEqual(body)
    expect(await profile(world, 'nobody')).toBe(404)
  })

  test('a deletion leaves nothing of a subscriber, and everything of the others', async () => {
    const world = await createWorld(engine)
    await world.trigger({ name: 'note', to: ['anna', 'ben'], payload: { text: 'a' } })
    await world.call('PATCH', `${pathOf('anna')}/preferences`, { channels: { email: false } })
    const ben = await profile(world, 'ben')

    expect(await world.call('DELETE', pathOf('anna'))).toMatchObject({
      status: 200,
      body: { data: { acknowledged: true, status: 'deleted' } },
    })

    expect(await profile(world, 'anna')).toBe(404)
    expect((await world.call('GET', `${pathOf('anna')}/preferences`)).status).toBe(404)
    expect((await world.call('DELETE', pathOf('anna'))).status).toBe(404)
    expect(await profile(world, 'ben')).toEqual(ben)
    expect((await world.feed('ben')).totalCount).toBe(1)
    // The next event creates another subscriber with this id.
    await world.trigger({ name: 'note', to: 'anna', payload: { text: 'b' } })
    expect((await world.feed('anna')).data.map(({ content }) => content)).toEqual(['b'])
    expect(await profile(world, 'anna')).toMatchObject({ email: null, channels: [] })
  })
})

test('an event that waits for a deletion creates the subscriber again', async () => {
  const { database, client } = await openServer()
  const world = await createWorld({ database })
  await world.trigger({ name: 'note', to: 'anna', payload: { text: 'a' } })
  await client.query("begin; select from tidings.subscribers where subscriber_id = 'anna' for update")

  const deletion = world.call('DELETE', pathOf('anna'))
  await untilWaiting(client, 1)
  const event = world.trigger({ name: 'note', to: 'anna', payload: { text: 'b' } })
  await untilWaiting(client, 2)
  await client.query('commit')

  expect((await deletion).status).toBe(200)
  await event
  expect((await world.feed('anna')).data.map(({ content }) => content)).toEqual(['b'])
})

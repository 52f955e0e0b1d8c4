import { expect, test } from 'vitest'
import { listMessages } from '../delivery/support.ts'
import { openServer } from '../support/engines.ts'
import { status } from '../support/providers.ts'
import { createFlow } from './support.ts'

test('a mark that is being stored when a message is due counts', async () => {
  const { database, client } = await openServer()
  const { world, provider, moveTo, sent, reasons } = await createFlow({ database }, [
    { channel: 'in_app', content: 'note' },
    { channel: 'sms', content: '{{subscriber.subscriberId}}', onlyIf: { step: 'in-app', is: 'unread' } },
  ])
  provider.respondWith(status(503))
  await world.trigger({ name: 'flow', to: ['ben', 'eva'] })
  await moveTo(0.5)
  expect(sent().toSorted()).toEqual(['ben', 'eva'])
  provider.respondWith(() => ({}))

  const ben = `(select id from tidings.subscribers where subscriber_id = 'ben')`
  await client.query(`begin; select from tidings.subscribers where id = ${ben} for no key update`)
  await client.query(`update tidings.messages set read = true where channel = 'in_app' and subscriber_key = ${ben}`)
  world.clock.advance(60_000)
  // Both are due. The tries of one look begin together.
  const states = async () =>
    (await listMessages(world, '&channel=sms')).map(({ content, errorId }) => [content, errorId ?? 'sent'])
  await expect.poll(states).toContainEqual(['eva', 'sent'])
  expect(await states()).toContainEqual(['ben', 'retry'])
  expect(sent().filter((name) => name === 'ben')).toHaveLength(1)

  await client.query('commit')
  world.clock.advance(1)
  await moveTo(3)
  expect(sent().filter((name) => name === 'ben')).toHaveLength(1)
  expect(await reasons()).toEqual(['The subscriber has read, archived or deleted the notification in the app.'])
})

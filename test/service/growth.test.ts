// @module-tag slow

import { expect, test } from 'vitest'
import { seedHistory } from '../../src/service/index.ts'
import { timeOf } from '../setup/timeOf.ts'
import { onEachEngine } from './support/engines.ts'
import { workspace } from './support/workspace.ts'
import { createWorld } from './support/world.ts'

onEachEngine((engine) => {
  test('the time of the feed and of marks grows at most linearly with the number of messages', async () => {
    const world = await createWorld(engine)
    const seed = (to: string, count: number) => {
      const history = Array.from({ length: count }, (_, index) => ({
        event: { name: 'note', to, payload: { text: String(index) } },
        createdAt: new Date(1_700_000_000_000 + index),
        read: index % 2 === 0,
      }))
      return seedHistory({ database: engine.database, workspace: workspace(world.environmentId), history })
    }
    await seed('anna', 10_000)
    await seed('ben', 1_000)
    const timesOf = async (to: string, count: number) => {
      const { data } = await world.feed(to, '?limit=100')
      const ids = data.map(({ _id }) => _id)
      return [
        await timeOf(async () =>
          expect(await world.feed(to, '?limit=100')).toMatchObject({ totalCount: count, pageSize: 100 }),
        ),
        await timeOf(async () =>
          expect(await world.feed(to, `?page=${count / 10 - 1}`)).toMatchObject({ pageSize: 10, hasMore: false }),
        ),
        await timeOf(async () => expect(await world.feed(to, '?read=false')).toMatchObject({ totalCount: count / 2 })),
        // Unseen, because this changes no response of the other requests.
        await timeOf(async () => expect(await world.mark(to, ids, 'unseen')).toHaveLength(100)),
      ]
    }
    const [few, many] = [await timesOf('ben', 1_000), await timesOf('anna', 10_000)]

    // Ten times as many messages: a quadratic query would take a hundred times as long.
    for (const [index, time] of many.entries()) expect(time / (few[index] ?? 0)).toBeLessThan(20)
  })
})

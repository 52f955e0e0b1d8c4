// @module-tag slow

import { openAsBlob } from 'node:fs'
import { text } from 'node:stream/consumers'
import type { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Engine, startEmbedded } from '../../src/service/database/embedded.ts'
import { patience } from './support/process.ts'

const threads: Worker[] = []
let engine: Engine
beforeAll(async () => {
  const note = (worker: Worker) => void threads.push(worker)
  process.on('worker', note)
  engine = await startEmbedded(undefined, await openAsBlob(inject('snapshot')))
  process.off('worker', note)
})
afterAll(() => engine.close())

/** The texts in the memory of the database's thread. Collects garbage first. */
const textsInThread = async (): Promise<string[]> => {
  const [thread] = threads
  if (!thread) throw new Error('The database has no thread.')
  const snapshot = JSON.parse(await text(await thread.getHeapSnapshot())) as { strings: string[] }
  return snapshot.strings
}

test(
  'the thread of the database retains none of its responses',
  async () => {
    const select = (round: number) =>
      engine.pool.query(`select 'retained ' || ${round} || ' ' || n as value from generate_series(1, 100) as n`)
    for (let round = 1; round <= 20; round++) expect((await select(round)).rows).toHaveLength(100)
    await expect(engine.pool.query(`select 'retained error'::integer`)).rejects.toThrow('retained error')

    expect((await textsInThread()).filter((each) => each.includes('retained '))).toHaveLength(0)
  },
  patience,
)

test(
  'a response of several megabytes arrives whole',
  async () => {
    const { rows } = await engine.pool.query<{ value: string }>(
      `select repeat(n::text, 100000) as value from generate_series(1, 99) as n`,
    )
    expect(rows.map(({ value }) => value)).toEqual(
      Array.from({ length: 99 }, (_, index) => String(index + 1).repeat(100_000)),
    )
  },
  patience,
)

test(
  'the write-ahead log is limited while the database is open',
  async () => {
    const megabyte = 2 ** 20
    const sizeOfLog = async () => {
      const { rows } = await engine.pool.query<{ size: string }>('select sum(size) as size from pg_ls_waldir()')
      return Number(rows[0]?.size) / megabyte
    }
    const sizes: number[] = []
    for (let round = 0; round < 200; round++) {
      await engine.pool.query(`select pg_logical_emit_message(false, 'test', repeat('x', 2 * ${megabyte}))`)
      sizes.push(await sizeOfLog())
    }
    // 400 MB were written.
    expect(Math.max(...sizes)).toBeLessThan(300)
  },
  patience,
)

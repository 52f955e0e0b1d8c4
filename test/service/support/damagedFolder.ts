import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect } from 'vitest'
import { openDatabase } from '../../../src/service/index.ts'

/** Damages the database of a data folder, and expects an error with the reason and the cure, and a released lock. */
export const expectDamage = async (data: string, damage: (database: string) => void, reason: string): Promise<void> => {
  damage(join(data, 'database'))

  const error = await openDatabase(data).catch((caught: unknown) => caught)
  expect(error).toMatchObject({ code: 'TIDINGS_502', message: expect.stringContaining(reason) })
  expect(error).toHaveProperty('message', expect.stringContaining('Restore the folder from a copy'))

  expect(spawnSync('flock', ['-n', join(data, 'lock'), 'true']).status).toBe(0)
}

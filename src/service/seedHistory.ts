import type { SeedOptions } from './events/seed.ts'

/**
 * Fills a database with notifications of the past, for demonstrations and measurements: each event makes the
 * messages that it would have made at its `createdAt`, only in large batches. One whose transactionId was delivered
 * before is left out, so that seeding twice changes nothing.
 *
 * @returns how many messages it made.
 * @throws Error that names the first event that can't be triggered; the batches before it are stored.
 */
export const seedHistory = async (options: SeedOptions): Promise<number> => {
  const { seed } = await import('./events/seed.ts')
  return seed(options)
}

import type { SeedOptions } from './events/seed.ts'

/**
 * Fills a database with past notifications, for demos and benchmarks. Each event creates the messages that it would
 * have created at its `createdAt`, in large batches. An event whose transactionId was already delivered is skipped, so
 * seeding twice changes nothing.
 *
 * @returns the number of messages created.
 * @throws RequestError that names the fields of the history that are wrong, before anything is stored.
 * @throws Error that names the first event that can't be triggered. The batches before it are stored.
 */
export const seedHistory = async (options: SeedOptions): Promise<number> => {
  const { seed } = await import('./events/seed.ts')
  return seed(options)
}

import { startPostgres } from '../../test/service/support/postgresServer.ts'

/** Starts an empty PostgreSQL server from npm. */
export const startDatabase = async (): Promise<{ env: Record<string, string>; stop: () => Promise<void> }> => {
  const { address, stop } = await startPostgres()
  return { env: { DATABASE_URL: `${address}/postgres` }, stop }
}

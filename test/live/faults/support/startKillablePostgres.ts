import { Client } from 'pg'
import { expect, onTestFinished } from 'vitest'
import { startPostgres } from '../../../service/support/postgresServer.ts'

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Starts a PostgreSQL until the test ends. */
export const startKillablePostgres = async () => {
  const server = await startPostgres()
  onTestFinished(() => server.stop())
  const query = async <Row extends object>(text: string): Promise<Row[]> => {
    const client = new Client({ connectionString: `${server.address}/postgres` })
    await client.connect()
    const { rows } = await client.query<Row>(text)
    await client.end()
    return rows
  }
  return {
    address: `${server.address}/postgres`,
    /** Ends the server with SIGKILL. Resolves when all of its processes have ended. */
    kill: async (): Promise<void> => {
      const [file] = await query<{ text: string }>(`select pg_read_file('postmaster.pid') as text`)
      const children = await query<{ pid: number }>('select pid from pg_stat_activity')
      process.kill(Number(file?.text.split('\n')[0]), 'SIGKILL')
      // Waits for the end of the process.
      await server.crash()
      await expect.poll(() => children.filter(({ pid }) => isRunning(pid)), { timeout: 10_000 }).toEqual([])
    },
    /** Starts it again on its port, with its data. */
    start: server.start,
  }
}

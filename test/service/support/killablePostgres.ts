import { Client } from 'pg'
import { expect, onTestFinished } from 'vitest'
import { startPostgres } from './postgresServer.ts'

/** Sends a signal, unless the process has ended. Returns whether it is running. */
const signal = (pid: number, name: NodeJS.Signals | 0) => {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}

/** Starts a PostgreSQL until the test ends. */
export const startKillablePostgres = async () => {
  const server = await startPostgres()
  onTestFinished(() => server.stop())
  const withClient = async <Result>(work: (client: Client) => Promise<Result>): Promise<Result> => {
    const client = new Client({ connectionString: `${server.address}/postgres` })
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  }
  const findServer = async (client: Client) => {
    const { rows } = await client.query<{ text: string }>(`select pg_read_file('postmaster.pid') as text`)
    return Number(rows[0]?.text.split('\n')[0])
  }
  const findChildren = async (client: Client) =>
    (await client.query<{ pid: number }>('select pid from pg_stat_activity')).rows.map(({ pid }) => pid)

  return {
    address: `${server.address}/postgres`,
    /** Ends the server with SIGKILL. Resolves when all of its processes have ended. */
    kill: async (): Promise<void> => {
      const [pid, children] = await withClient(async (client) => [await findServer(client), await findChildren(client)])
      signal(pid, 'SIGKILL')
      // Waits for the end of the process.
      await server.crash()
      await expect.poll(() => children.filter((child) => signal(child, 0)), { timeout: 10_000 }).toEqual([])
    },
    /** Stops the server without its shutdown routine, as a crash does. */
    crash: server.crash,
    /** Starts it again on its port, with its data. */
    start: server.start,
    /** Pauses all processes of the server while some work runs. */
    pauseDuring: (work: () => Promise<void>): Promise<void> =>
      withClient(async (client) => {
        const pids = [await findServer(client)]
        try {
          // The server first, so that it starts no others.
          for (const pid of pids) signal(pid, 'SIGSTOP')
          pids.push(...(await findChildren(client)))
          for (const pid of pids) signal(pid, 'SIGSTOP')
          await work()
        } finally {
          for (const pid of pids) signal(pid, 'SIGCONT')
        }
      }),
    /** Ends connections of the service that `isChosen` returns true for. */
    terminate: (isChosen: () => boolean): Promise<void> =>
      withClient(async (client) => {
        const { rows } = await client.query<{ pid: number }>(
          "select pid from pg_stat_activity where application_name like 'tidings%' order by pid",
        )
        const pids = rows.map(({ pid }) => pid).filter(isChosen)
        await client.query('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [pids])
      }),
  }
}

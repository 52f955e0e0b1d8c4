import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { Client } from 'pg'
import { findServer, installServers } from '../../scripts/setup/installServers.ts'
import { freePort, nobody, startPostgres } from '../../test/service/support/postgresServer.ts'

/** Starts a PostgreSQL and a Redis on free ports. */
export const startBackends = async () => {
  installServers()
  const [postgres, redisPort] = await Promise.all([startPostgres(), freePort()])
  const redis = spawn(
    findServer('redis-server') ?? 'redis-server',
    ['--port', String(redisPort), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', tmpdir()],
    { ...(process.getuid?.() === 0 && nobody()), stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const kill = () => redis.kill('SIGKILL')
  process.once('exit', kill)
  for await (const text of redis.stdout.setEncoding('utf8'))
    if (String(text).includes('Ready to accept connections')) break
  redis.stdout.resume()
  return {
    redis: `redis://127.0.0.1:${redisPort}`,
    /** Makes an empty database. Resolves to its address. */
    createDatabase: async (name: string): Promise<string> => {
      const client = new Client({ connectionString: `${postgres.address}/postgres` })
      await client.connect()
      await client.query(`create database ${name}`)
      await client.end()
      return `${postgres.address}/${name}`
    },
    stop: async () => {
      const gone = once(redis, 'exit')
      kill()
      await Promise.all([gone, postgres.stop()])
    },
  }
}

/** The servers that the benchmarks share. */
export type Backends = Awaited<ReturnType<typeof startBackends>>

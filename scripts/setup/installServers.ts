import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installDebianPackages } from './installDebianPackages.ts'

/** The programs that tests of the service start, by their Debian packages. PostgreSQL comes from npm. */
const servers = { 'redis-server': 'redis-server', pgbouncer: 'pgbouncer', openssl: 'openssl' } as const

/** Finds a program. Debian installs some where an ordinary user's PATH doesn't lead. */
export const findServer = (program: keyof typeof servers): string | undefined =>
  [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/bin']
    .map((folder) => join(folder, program))
    .find((file) => existsSync(file))

/**
 * Installs the programs that are missing.
 * @throws Error that names the command to run manually, if this process may not install.
 */
export const installServers = (): void => {
  const missing = (Object.keys(servers) as (keyof typeof servers)[]).filter((name) => findServer(name) === undefined)
  if (missing.length === 0) return
  installDebianPackages(
    missing.map((name) => servers[name]),
    'The tests of the service need Redis, PgBouncer and OpenSSL.',
  )
}

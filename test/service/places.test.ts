// @module-tag slow

import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { prepareFolders } from './support/dataFolder.ts'
import { patience, runToEnd } from './support/process.ts'
import { printedKey, started, total, welcome } from './support/serving.ts'

const { folder } = prepareFolders()

/** The user of the service, and the group that a cluster gives its volume. */
const [user, group, stranger] = [65_534, 20_000, 30_000]
const as = (uid: number, ...groups: number[]) => ({
  wrapper: ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, groups[0] ? `--groups=${groups.join()}` : '--clear-groups'],
  env: { HOME: '/' },
})
/** The folders of tests are private, and other users must reach them. */
const isRoot = process.getuid?.() === 0 && spawnSync('setpriv', ['--version']).status === 0
const canReachSources = spawnSync('ls', [import.meta.dirname], { uid: user, gid: user }).status === 0

const asRoot = (command: string) => expect(spawnSync('sh', ['-c', command]).status).toBe(0)

/** Reads and changes all that a stranger can reach. */
const reachedBy = (uid: number, gid: number, data: string) => {
  const script = 'find "$1" -type f \\( -readable -o -writable \\) ! -name .gitignore 2>/dev/null'
  return spawnSync('sh', ['-c', script, 'sh', data], { uid, gid, encoding: 'utf8' }).stdout
}

/** Starts the service, stores a notification, restarts it, and returns what it has logged about rights in both runs. */
const serveTwice = async (data: string, options: ReturnType<typeof as>, between = () => {}) => {
  const first = await started(['--data', data], options)
  const key = await printedKey(first)
  await welcome(first.address, key, 'ada')
  expect(reachedBy(stranger, stranger, data)).toBe('')
  first.kill('SIGTERM')
  await first.exit
  between()
  const second = await started(['--data', data], options)
  expect(await total(second.address, key, 'ada')).toBe(1)
  expect(reachedBy(stranger, stranger, data)).toBe('')
  const lines = (output: string) => output.split('\n').filter((line) => line.includes('rights of other users'))
  return [lines(first.output.stderr), lines(second.output.stderr)]
}

describe.skipIf(!isRoot || !canReachSources)('a service runs as a user of its own', () => {
  const place = (name: string, mode: number, uid: number, gid: number) => {
    chmodSync(folder, 0o755)
    const path = mkdtempSync(join(folder, `${name}-`))
    chownSync(path, uid, gid)
    chmodSync(path, mode)
    return path
  }

  test.each([
    ['the StateDirectory of systemd', 0o755, user, user],
    ['a named volume of Docker, as the image made the folder', 0o700, user, user],
    ['a bind mount that everybody may change', 0o777, 0, 0],
  ])('in %s', { timeout: patience }, async (_name, mode, uid, gid) => {
    const data = place('volume', mode, uid, gid)
    expect(await serveTwice(data, as(user))).toEqual([[], []])
    expect(lstatSync(data)).toMatchObject({ uid, gid, mode: 0o40_000 | mode })
  })

  test(
    'in a volume with the fsGroup of Kubernetes, which gives its group all files again',
    { timeout: patience },
    async () => {
      const data = place('claim', 0o2775, 0, group)
      const mount = () => asRoot(`chgrp -R ${group} '${data}' && chmod -R g+rwX '${data}' && chmod 2775 '${data}'`)
      const files = ['lock', 'database', 'api-key'].map((name) => join(data, name))
      expect(await serveTwice(data, as(user, group), mount)).toEqual([
        [],
        files.map((file) => expect.stringContaining(`Removed the rights of other users to ${file}`)),
      ])
      expect(reachedBy(stranger, group, data)).toBe('')
      for (const file of files) expect(lstatSync(file).mode & 0o077).toBe(0)
      expect(lstatSync(data).mode & 0o7777).toBe(0o2775)
    },
  )

  test(
    'on a mount of root: the command that the service names gives it the folder',
    { timeout: patience },
    async () => {
      const data = place("root's-", 0o755, 0, 0)
      const { exit, stderr } = await runToEnd(['--port', '0', '--data', data], as(user))
      expect(exit).toBe(1)
      const [cure = ''] = /install -d .*'(?=\.? See|$)/m.exec(stderr) ?? []
      expect(cure).toContain(`-o ${user} `)
      asRoot(cure)
      expect(await serveTwice(data, as(user))).toEqual([[], []])
    },
  )

  test.each([
    ['a private folder', 0o700],
    ['a folder that others may read', 0o755],
  ])(
    'not with the data of another user of the machine in %s, whom it names',
    { timeout: patience },
    async (_name, mode) => {
      const home = place('home', mode, stranger, stranger)
      mkdirSync(join(home, 'data'))
      chownSync(join(home, 'data'), stranger, stranger)
      for (const data of [home, join(home, 'data'), join(home, 'new')]) {
        const { exit, stderr } = await runToEnd(['--port', '0', '--data', data], as(user))
        expect(exit).toBe(1)
        expect(stderr).toContain(`It belongs to another user (${stranger}): start the service as that user`)
        expect(stderr).not.toContain('install')
      }
      expect(readdirSync(home)).toEqual(['data'])
    },
  )

  test('and no folder between is open to others, whatever the umask', { timeout: patience }, async () => {
    const app = place('app', 0o777, 0, 0)
    const { wrapper, env } = as(user)
    const open = { wrapper: ['sh', '-c', 'umask 000 && exec "$@"', 'sh', ...wrapper], env, cwd: app }
    await serveTwice(join(app, 'var', 'lib', 'tidings'), open)
    expect(lstatSync(join(app, 'var')).mode & 0o077).toBe(0)
    expect(readFileSync(join(app, 'var', 'lib', 'tidings', '.gitignore'), 'utf8')).toBe('*\n')
  })
})

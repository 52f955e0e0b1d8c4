import { spawnSync } from 'node:child_process'
import fs, {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { loadOrCreateApiKey } from '../../src/service/command/apiKeyFile.ts'
import { openDatabase } from '../../src/service/index.ts'
import { prepareFolders } from './support/dataFolder.ts'
import { patience } from './support/process.ts'

const { folder, dataFolder } = prepareFolders()
const nobody = 65_534
const isRoot = process.getuid?.() === 0

/** Everything in a folder that other users have rights to. */
const open = (path: string): string[] => {
  const stats = lstatSync(path)
  const isOpen = (stats.mode & 0o077) !== 0 && !stats.isSymbolicLink()
  return [
    ...(isOpen ? [path] : []),
    ...(stats.isDirectory() ? readdirSync(path).flatMap((name) => open(join(path, name))) : []),
  ]
}

/** Gives all users all rights, as PGlite does to the files. */
const openUp = (path: string) => {
  const { status } = spawnSync('chmod', ['-R', 'a+rwX', path])
  expect(status).toBe(0)
}

/** Runs a shell as a user without rights, who can reach the data folder itself. */
const asNobody = (script: string, data: string) => {
  chmodSync(folder, 0o755)
  const { status, stderr } = spawnSync('sh', ['-c', script, 'sh', data], { uid: nobody, gid: nobody, encoding: 'utf8' })
  return { status, stderr }
}

const lines: string[] = []
afterEach(() => void (lines.length = 0))
const log = (line: string) => void lines.push(line)

/** Opens a database, writes, and closes it. */
const useDatabase = async (data: string, check = () => {}) => {
  const database = await openDatabase(data, { log })
  await database.kysely
    .insertInto('tidings.transaction_ids')
    .values({ environment_id: 'e', transaction_id: String(Math.random()), created_at: new Date() })
    .execute()
  check()
  await database.close()
}

const removed = (path: string) => expect.stringContaining(`Removed the rights of other users to ${path}`)

describe.skipIf(process.platform === 'win32')('other users of the machine', () => {
  test(
    'have no rights to a new folder, its database and its key, and git ignores it',
    async () => {
      const data = join(folder, 'app', '.tidings', 'data')
      await useDatabase(data)
      const { file = '' } = loadOrCreateApiKey(data, log)

      // What PostgreSQL writes later is protected by its folder.
      for (const path of [join(folder, 'app'), data, join(data, 'database'), file])
        expect(lstatSync(path).mode & 0o077, path).toBe(0)
      expect(open(join(data, 'database')).filter((path) => !path.endsWith('pg_internal.init'))).toEqual([])
      const keys = join(folder, 'keys')
      loadOrCreateApiKey(keys, log)
      for (const path of [data, keys]) expect(readFileSync(join(path, '.gitignore'), 'utf8')).toBe('*\n')
      expect(lines).toEqual([`Creating the database in ${data} …`])
    },
    patience,
  )

  test.each([
    ['of the default folder, when the data moves to a server', '.tidings', undefined],
    ['of a folder that was there before', 'own', undefined],
    ['of a folder with a .gitignore of its own', 'own', '/node_modules'],
    ['of a folder whose .gitignore has no last line break, and Windows’ breaks', 'own', '/a\r\n/b'],
    ['of a folder that git ignores already', 'own', '*\n'],
  ])('do not get the key by git: %s', async (_name, name, ignored) => {
    const app = mkdtempSync(join(folder, 'app-'))
    const at = join(app, name)
    mkdirSync(at)
    if (ignored !== undefined) writeFileSync(join(at, '.gitignore'), ignored)
    const before = process.cwd()
    process.chdir(app)
    onTestFinished(() => process.chdir(before))
    loadOrCreateApiKey(name === '.tidings' ? 'postgres://server/name' : at, log)
    loadOrCreateApiKey(name === '.tidings' ? 'postgres://server/name' : at, log)
    expect(lstatSync(join(at, 'api-key')).isFile()).toBe(true)
    const text = readFileSync(join(at, '.gitignore'), 'utf8')
    expect(text.startsWith(ignored ?? '')).toBe(true)
    const added = text.slice(ignored?.length ?? 0).trim()
    expect(added).toBe(ignored === '*\n' ? '' : '/api-key*\n/database*\n/lock')
  })

  const volumes = [
    { name: 'of the service, which others may read', mode: 0o755, options: {} },
    { name: 'whose group may write', mode: 0o2775, options: { tags: 'slow' } },
    {
      name: 'of another user, in which all may write',
      mode: 0o777,
      owner: nobody,
      options: { tags: 'slow', skip: !isRoot },
    },
  ]
  for (const { name, mode, owner, options } of volumes)
    test(
      `lose their rights to the database and the key in a volume ${name}`,
      { timeout: patience, ...options },
      async () => {
        const data = dataFolder()
        const [database, key] = [join(data, 'database'), join(data, 'api-key')]
        const outside = mkdtempSync(join(folder, 'outside-'))
        chmodSync(outside, 0o755)
        symlinkSync(outside, join(database, 'link'))
        writeFileSync(key, 'a-key\n')
        openUp(data)
        if (owner !== undefined) chownSync(data, owner, owner)
        chmodSync(data, mode)
        if (isRoot)
          expect(asNobody('cat "$1/database/PG_VERSION" && echo >> "$1/database/pg_hba.conf"', data).status).toBe(0)

        await useDatabase(data, () => {
          expect(lstatSync(database).mode & 0o077).toBe(0)
          if (!isRoot) return
          for (const script of ['cat "$1/database/PG_VERSION"', 'echo >> "$1/database/pg_hba.conf"', 'cat "$1/lock"'])
            expect(asNobody(script, data).stderr).toContain('ermission denied')
        })
        expect(loadOrCreateApiKey(data, log).apiKey).toBe('a-key')
        expect(lines).toEqual([removed(database), removed(key)])
        expect(open(database).filter((path) => !path.endsWith('pg_internal.init'))).toEqual([])
        expect(open(key)).toEqual([])
        expect(lstatSync(outside).mode & 0o777).toBe(0o755)
        expect(lstatSync(data).mode & 0o7777).toBe(mode)
        expect(readFileSync(join(data, '.gitignore'), 'utf8')).toBe('/api-key*\n/database*\n/lock\n')
      },
    )

  /** The command in an error. */
  const cureIn = (message: string) => /(?:chown|chmod) -R.* '[^']+'/.exec(message)?.[0] ?? ''

  test.runIf(isRoot)(
    'own neither the database nor the key of a service: it refuses them, and names the command that takes them over',
    async () => {
      const data = dataFolder()
      const database = join(data, 'database')
      const { file = '', apiKey } = loadOrCreateApiKey(data, log)
      for (const path of [database, file]) chownSync(path, nobody, nobody)

      const refused = await openDatabase(data).catch((error: Error) => error.message)
      expect(refused).toContain(`${database} belongs to another user (65534)`)
      expect(spawnSync('sh', ['-c', cureIn(String(refused))]).status).toBe(0)
      await useDatabase(data)
      expect(lines).toEqual([])

      expect(() => loadOrCreateApiKey(data, log)).toThrow(`chown -Rh 0 '${file}'`)
      expect(spawnSync('sh', ['-c', `chown -Rh 0 '${file}'`]).status).toBe(0)
      expect(loadOrCreateApiKey(data, log).apiKey).toBe(apiKey)
    },
    patience,
  )

  test.runIf(isRoot)('can not make the service change another folder by a link', async () => {
    const data = mkdtempSync(join(folder, 'data-'))
    const victim = mkdtempSync(join(folder, 'victim-'))
    chmodSync(victim, 0o755)
    for (const name of ['database', 'api-key']) {
      symlinkSync(victim, join(data, name))
      spawnSync('chown', ['-h', String(nobody), join(data, name)])
    }

    await expect(openDatabase(data)).rejects.toThrow(`${join(data, 'database')} belongs to another user`)
    expect(lstatSync(victim).mode & 0o777).toBe(0o755)
  })

  test.runIf(isRoot)('may own the volume: the command that the service names gives it the volume', async () => {
    const data = mkdtempSync(join(folder, "it's root's-"))
    chmodSync(data, 0o755)
    const denied = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' })
    const mkdir = vi.spyOn(fs, 'mkdirSync').mockImplementation(() => {
      throw denied
    })
    const user = vi.spyOn(process, 'geteuid').mockReturnValue(nobody)
    syncBuiltinESMExports()
    const refused = await openDatabase(data).catch((error: Error) => error.message)
    mkdir.mockRestore()
    user.mockRestore()
    syncBuiltinESMExports()

    const [cure = ''] = /install -d .*'(?=\.? See|$)/.exec(String(refused)) ?? []
    expect(spawnSync('sh', ['-c', cure]).status).toBe(0)
    expect(lstatSync(data)).toMatchObject({ uid: nobody, mode: 0o40_700 })
  })

  test.runIf(isRoot)('can not make the service write into a file by a link', async () => {
    for (const name of ['lock', '.gitignore']) {
      const data = mkdtempSync(join(folder, 'data-'))
      const target = join(folder, 'target')
      writeFileSync(target, 'as it was')
      symlinkSync(target, join(data, name))
      await expect(openDatabase(data)).rejects.toThrow('ELOOP')
      expect(readFileSync(target, 'utf8')).toBe('as it was')
    }
    const data = mkdtempSync(join(folder, 'data-'))
    const target = join(folder, 'target')
    symlinkSync(target, join(data, `api-key.${process.pid}`))
    loadOrCreateApiKey(data, log)
    expect(readFileSync(target, 'utf8')).toBe('as it was')
  })

  test('can not lock a folder by the rights that they had to its lock', async () => {
    const data = dataFolder()
    writeFileSync(join(data, 'lock'), '')
    chmodSync(join(data, 'lock'), 0o666)
    await useDatabase(data)
    expect(lstatSync(join(data, 'lock')).mode & 0o077).toBe(0)
    expect(lines).toEqual([removed(join(data, 'lock'))])
  })

  test.each(['.gitignore', 'lock', 'api-key'])('can not make the start wait for a pipe: %s', async (name) => {
    const data = mkdtempSync(join(folder, 'data-'))
    expect(spawnSync('mkfifo', [join(data, name)]).status).toBe(0)
    const start = async () => {
      loadOrCreateApiKey(data, log)
      await openDatabase(data, { log })
    }
    await expect(start()).rejects.toThrow(/is no .gitignore|is not a file/)
  })

  test('can not fill the memory by a link or a large file in place of a .gitignore', async () => {
    const data = mkdtempSync(join(folder, 'data-'))
    symlinkSync('/dev/zero', join(data, '.gitignore'))
    await expect(openDatabase(data)).rejects.toThrow('ELOOP')
    const other = mkdtempSync(join(folder, 'data-'))
    writeFileSync(join(other, '.gitignore'), Buffer.alloc(100_000, '\n'))
    await expect(openDatabase(other)).rejects.toThrow('is no .gitignore')
  })

  test.runIf(isRoot)('can not prepare the lock or the key of a service', async () => {
    const data = mkdtempSync(join(folder, 'data-'))
    for (const name of ['lock', 'api-key']) {
      writeFileSync(join(data, name), 'a-key')
      chmodSync(join(data, name), 0o666)
      chownSync(join(data, name), nobody, nobody)
    }
    await expect(openDatabase(data)).rejects.toThrow(`${join(data, 'lock')} belongs to another user (65534)`)
    expect(readFileSync(join(data, 'lock'), 'utf8')).toBe('a-key')
    expect(() => loadOrCreateApiKey(data, log)).toThrow(`${join(data, 'api-key')} belongs to another user (65534)`)
  })

  test('make the service refuse a folder whose file system has no rights', async () => {
    const data = dataFolder()
    openUp(data)
    const chmod = vi.spyOn(fs, 'chmodSync').mockReturnValue(undefined)
    // For the modules that import it by name.
    syncBuiltinESMExports()
    onTestFinished(() => {
      chmod.mockRestore()
      syncBuiltinESMExports()
    })

    const error = { code: 'TIDINGS_502', message: expect.stringContaining('--data "$HOME/') }
    await expect(openDatabase(data)).rejects.toMatchObject(error)
    // The folder is not in use.
    await expect(openDatabase(data)).rejects.toMatchObject(error)
  })
})

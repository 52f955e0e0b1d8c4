// @module-tag slow

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { prepareFolders } from './support/dataFolder.ts'
import { patience, run, runHere } from './support/process.ts'
import { call, printedKey, started, total, welcome } from './support/serving.ts'

const { folder } = prepareFolders()

test(
  'a data folder survives a killed first start and kill -9, and stops orderly',
  async () => {
    const data = join(folder, 'new', 'data')
    const killed = run(['--port', '0', '--data', data])
    await expect.poll(() => existsSync(join(data, 'database.new')), { timeout: 60_000, interval: 5 }).toBe(true)
    killed.kill('SIGKILL')
    await killed.exit
    expect(existsSync(join(data, 'database'))).toBe(false)

    const first = await started(['--data', data])
    const key = await printedKey(first)
    for (const to of ['a', 'b', 'c']) expect((await welcome(first.address, key, to)).status).toBe(201)
    const second = await runHere(['service', '--port', '0', '--data', data])
    expect(second).toMatchObject({ exit: 1, stdout: '' })
    expect(second.stderr).toMatch(/^tidings: The data folder .* is in use by process \d+ on \S+\. .*\n$/)

    first.kill('SIGKILL')
    expect(await first.exit).toBe('SIGKILL')
    const again = await started(['--data', data])
    expect(await total(again.address, key, 'a')).toBe(1)
    // A log is stored in more places than the key, so it has the key once.
    await expect.poll(() => again.output.stderr).toContain(`The API key is that in ${join(data, 'api-key')}.`)
    expect(again.output.stderr).not.toContain(key)
    expect(await total(again.address, key, 'c')).toBe(1)
    await welcome(again.address, key, 'c')
    expect(await total(again.address, key, 'c')).toBe(1)
    expect((await call(again.address, 'wrong', '/v1/integrations/active')).status).toBe(401)
    expect((await fetch(`${again.address}/healthz`)).status).toBe(200)

    const keyFile = join(data, 'api-key')
    expect(readFileSync(keyFile, 'utf8').trim()).toBe(key)
    expect(statSync(keyFile).mode & 0o777).toBe(0o600)
    again.kill('SIGTERM')
    expect(await again.exit).toBe(0)
    expect(readdirSync(data).toSorted()).toEqual(['.gitignore', 'api-key', 'database', 'lock'])
    expect(again.output.stdout.split('\n')).toHaveLength(2)
  },
  patience,
)

import { expect, it } from 'vitest'
import { loadPeers } from '../../src/testing/loadPeers.ts'

const msw = { name: 'msw', range: '^2.7.0', uses: (loaded: { http?: unknown }) => ({ http: loaded.http }) }

it('names the missing package and the command to install it', async () => {
  const missing = new Error("Cannot find package 'msw' imported from /app/node_modules/tidings/dist/testing/msw.js")
  const loading = loadPeers([msw, { ...msw, name: 'other', range: '^1.0.0' }], () => Promise.reject(missing))
  await expect(loading).rejects.toMatchObject({ code: 'TIDINGS_401', kind: 'setup', cause: missing })
  await expect(loading).rejects.toThrow(
    /Cannot find package 'msw'.* npm install --save-dev msw@\^2\.7\.0 other@\^1\.0\.0 .*TIDINGS_401/,
  )
})

it('names the installed version, the supported range and the missing export of an unsupported package', async () => {
  await expect(loadPeers([msw], () => Promise.resolve({ http: 1 }))).resolves.toEqual({ http: 1 })
  const loading = loadPeers([msw], () => Promise.resolve({}))
  await expect(loading).rejects.toMatchObject({ code: 'TIDINGS_401', kind: 'setup' })
  await expect(loading).rejects.toThrow(
    /the installed msw 2\.\d+\.\d+ is not supported: this entry requires \^2\.7\.0\. It does not export http\. .*npm install --save-dev msw@\^2\.7\.0/,
  )
})

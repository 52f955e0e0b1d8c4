import { expect, it } from 'vitest'
import { loadPeers } from '../../src/testing/loadPeers.ts'

it('names what is missing, with the line that installs it', async () => {
  const missing = new Error("Cannot find package 'msw' imported from /app/node_modules/tidings/dist/testing/toMswHandlers.js")
  const loading = loadPeers(['msw', 'other'], () => Promise.reject(missing))
  await expect(loading).rejects.toMatchObject({ code: 'TIDINGS_401', kind: 'setup', cause: missing })
  await expect(loading).rejects.toThrow(/Cannot find package 'msw'.* npm install --save-dev msw other .*TIDINGS_401/)
})

import type { AddressInfo } from 'node:net'
import { preview } from 'vite'
import { basePath } from './belowPath.ts'

/** Starts a server in front of an app, which serves the app below `basePath` and removes that from each request. */
export const startStrippingProxy = async (appPort: string): Promise<{ port: number; stop: () => Promise<void> }> => {
  const rewrite = (address: string) => address.slice(basePath.length)
  const { httpServer, close } = await preview({
    configFile: false,
    logLevel: 'silent',
    preview: { port: 0, proxy: { [basePath]: { target: `http://localhost:${appPort}`, rewrite } } },
  })
  return { port: (httpServer.address() as AddressInfo).port, stop: close }
}

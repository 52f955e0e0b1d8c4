#!/usr/bin/env node
import { errorPage } from '../client/errors/errorCode.ts'

const isDev = process.argv[2] === 'dev'

const load = async () => {
  try {
    return await import('tidings-service/command')
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
    // Node's wording is "Cannot find package 'tidings-service' imported from …".
    if (!isMissing || !error.message.includes("'tidings-service'")) throw error
    // `npx tidings dev` also runs where nothing is installed, from a folder of npx that has only tidings.
    const packages = isDev ? 'tidings tidings-service' : 'tidings-service'
    process.stderr.write(
      `tidings: The service is in a separate package. Install it: npm install ${packages}. See ` +
        `${errorPage('TIDINGS_501')}\n`,
    )
    return process.exit(1)
  }
}

const { runProcess } = await load()
await runProcess('tidings', async () => (await import('../dev/createDevHandler.ts')).createDevHandler)

#!/usr/bin/env node
import { errorPage } from '../client/errors/errorCode.ts'

const load = async () => {
  try {
    return await import('tidings-service/command')
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
    // Node's wording is "Cannot find package 'tidings-service' imported from …".
    if (!isMissing || !error.message.includes("'tidings-service'")) throw error
    process.stderr.write(
      'tidings: The service is in a separate package. Install it: npm install tidings-service. See ' +
        `${errorPage('TIDINGS_501')}\n`,
    )
    return process.exit(1)
  }
}

const { runProcess } = await load()
await runProcess('tidings')

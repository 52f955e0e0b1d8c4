#!/usr/bin/env node
import path from 'node:path'
import { errorPage } from '../client/errors/errorCode.ts'

const isDev = process.argv[2] === 'dev'

/** The same path from the sources and from the package. */
const inPackage = (file: string) => path.join(import.meta.dirname, '../..', file)

/** Printed without arguments, also if the service is not installed. */
const help = () => `Usage: tidings dev [options]       Run all that an inbox needs while you develop
       tidings service [options]   Run the notification service

--help after a command prints its options. Both need the package tidings-service.

How to add the inbox to an app, for coding agents too:
  ${inPackage('docs/agents.md')}
All docs:
  ${inPackage('llms.txt')}
`

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

if (process.argv.length === 2) process.stdout.write(help())
else {
  const { runProcess } = await load()
  await runProcess('tidings', async () => (await import('../dev/createDevHandler.ts')).createDevHandler)
}

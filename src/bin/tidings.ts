#!/usr/bin/env node
import path from 'node:path'
import { loadService } from './loadService.ts'

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

if (process.argv.length === 2) process.stdout.write(help())
else {
  const { runProcess } = await loadService(process.argv[2] === 'dev')
  await runProcess('tidings')
}

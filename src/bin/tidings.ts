#!/usr/bin/env node
import { runCommandLine } from '../service/commandLine.ts'

// Whoever read our output may be gone (`tidings service | head -1`): that is no reason to stop serving.
const survive = (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
}
process.stdout.on('error', survive)
process.stderr.on('error', survive)

process.exit(await runCommandLine(process.argv.slice(2)))

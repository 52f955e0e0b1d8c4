import type { Command } from './readArguments.ts'

/** What `--help` prints. */
export const usageOf = (
  command: Command,
): string => `Usage: ${command === 'tidings' ? 'tidings service' : command} [options]

Starts the notification service.

  --port PORT        Port to listen on; 0 takes any free one (default 4320)
  --host HOST        Address to listen on (default 127.0.0.1)
  --api-key KEY      Key that clients must send (or TIDINGS_API_KEY); without one, a key is made,
                     kept beside the data and printed
  --data WHERE       A folder, "memory" (nothing is kept), or postgres://… (default .tidings/data)
  --workspace FILE   JSON file with integrations, workflows, tenants and subscribers
                     (default: a small built-in one, with the workflows "welcome" and "announcement")
  --behavior WHOSE   "interface", or "production" to answer as Novu's API does (default interface)
  --envelope FORM    "none", or "data" to wrap answers as {"data": …} (default: that of the behavior)
  --help             Prints this
`

import { existsSync, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'

/** Some containers have 64 MB of it. */
const hasRoom = () => {
  if (!existsSync(memory)) return false
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > 4e9
}

/** Makes a temporary folder: in memory if there is room, since a database is created ten times faster there. */
export const makeFolder = (name: string): string => mkdtempSync(join(hasRoom() ? memory : tmpdir(), `tidings-${name}-`))

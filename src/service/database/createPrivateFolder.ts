import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Creates a folder for data or keys if it is missing, for this user only and with a `.gitignore`: by default it is in
 * the folder of an app, and `git add .` must not commit it. A folder that exists stays as it is: it may be a volume,
 * whose mode is the operator's.
 * @throws Error of Node if the folder can't be created.
 */
export const createPrivateFolder = (folder: string): void => {
  const created = mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (created !== undefined) writeFileSync(join(folder, '.gitignore'), '*\n')
}

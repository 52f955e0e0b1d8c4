import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Creates a folder for data or keys if it is missing, with a `.gitignore`: by default it is in the folder of an app,
 * and `git add .` must not commit it. A folder that exists stays as it is.
 * @throws Error of Node if the folder can't be created.
 */
export const createPrivateFolder = (folder: string): void => {
  if (mkdirSync(folder, { recursive: true }) !== undefined) writeFileSync(join(folder, '.gitignore'), '*\n')
}

import { SetupError } from '../client/errors/SetupError.ts'

/** A package that an entry for tests needs. No page needs it, so it is an optional peer, and any version of it may be there. */
export interface Peer<Loaded> {
  /** Its name on npm. */
  name: string
  /** The versions that work, as npm takes them: "^2.7.0". */
  wanted: string
  /** What tidings calls of it, as it was loaded. One that is undefined means another version. */
  uses: (loaded: Loaded) => Record<string, unknown>
}

/**
 * Loads packages that an entry for tests needs.
 * @throws SetupError where one of them can't be loaded, or is a version that lacks what tidings calls. It names the found version,
 * the wanted one and the command that installs it.
 */
export const loadPeers = async <Loaded>(
  peers: readonly Peer<Loaded>[],
  load: () => Promise<Loaded>,
): Promise<Loaded> => {
  const cure = `Install what it needs: npm install --save-dev ${peers.map(({ name, wanted }) => `${name}@${wanted}`).join(' ')}`
  let loaded: Loaded
  try {
    loaded = await load()
  } catch (cause) {
    const explanation = { what: 'a package that this entry needs failed to load.', why: String(cause), cure }
    throw new SetupError('TIDINGS_401', 'tidings/testing', explanation, { cause })
  }
  for (const { name, wanted, uses } of peers) {
    const missing = Object.entries(uses(loaded)).find(([, value]) => value === undefined)
    if (!missing) continue
    throw new SetupError('TIDINGS_401', 'tidings/testing', {
      what: `the installed ${name}${foundVersion(name)} does not fit: this entry needs ${wanted}.`,
      why: `It has no ${missing[0]}.`,
      cure,
    })
  }
  return loaded
}

/** " 1.3.5", or nothing where it can't be found, as in a browser. */
const foundVersion = (name: string): string => {
  try {
    const { createRequire } = process.getBuiltinModule('node:module')
    const { version } = createRequire(import.meta.url)(`${name}/package.json`) as { version: string }
    return ` ${version}`
  } catch {
    return ''
  }
}

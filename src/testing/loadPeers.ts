import { SetupError } from '../client/errors/SetupError.ts'

/**
 * A package that a test entry needs. Apps don't need it, so it is an optional peer dependency and can have any version.
 */
export interface Peer<Loaded> {
  /** Name on npm. */
  name: string
  /** The supported versions, as a range of npm: "^2.7.0". */
  range: string
  /** Returns the exports that tidings uses. One that is undefined means an unsupported version. */
  uses: (loaded: Loaded) => Record<string, unknown>
}

/**
 * @throws SetupError if a package can't be loaded or lacks an export that tidings uses. It names the installed version,
 * the supported range and the command to install it.
 */
export const loadPeers = async <Loaded>(
  peers: readonly Peer<Loaded>[],
  load: () => Promise<Loaded>,
): Promise<Loaded> => {
  const packages = peers.map(({ name, range }) => `${name}@${range}`).join(' ')
  const cure = `Install the packages: npm install --save-dev ${packages}`
  let loaded: Loaded
  try {
    loaded = await load()
  } catch (cause) {
    const explanation = { what: 'a package that this entry needs failed to load.', why: String(cause), cure }
    throw new SetupError('TIDINGS_401', 'tidings/testing', explanation, { cause })
  }
  for (const { name, range, uses } of peers) {
    const missing = Object.entries(uses(loaded)).find(([, value]) => value === undefined)
    if (!missing) continue
    throw new SetupError('TIDINGS_401', 'tidings/testing', {
      what: `the installed ${name}${foundVersion(name)} is not supported: this entry requires ${range}.`,
      why: `It does not export ${missing[0]}.`,
      cure,
    })
  }
  return loaded
}

/** The installed version with a leading space, such as " 1.3.5". Empty if it is unknown, as in a browser. */
const foundVersion = (name: string): string => {
  try {
    const { createRequire } = process.getBuiltinModule('node:module')
    const { version } = createRequire(import.meta.url)(`${name}/package.json`) as { version: string }
    return ` ${version}`
  } catch {
    return ''
  }
}

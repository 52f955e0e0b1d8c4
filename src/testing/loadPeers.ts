import { SetupError } from '../client/errors/SetupError.ts'

/**
 * Loads packages that an entry for tests needs: optional peers, since a customer's page never does.
 * @param names how they are installed.
 * @throws SetupError where one of them can't be loaded, with the line that installs them.
 */
export const loadPeers = async <Loaded>(names: readonly string[], load: () => Promise<Loaded>): Promise<Loaded> => {
  try {
    return await load()
  } catch (cause) {
    const explanation = {
      what: 'a package that this entry needs failed to load.',
      why: String(cause),
      cure: `Install it: npm install --save-dev ${names.join(' ')}`,
    }
    throw new SetupError('TIDINGS_401', 'tidings/testing', explanation, { cause })
  }
}

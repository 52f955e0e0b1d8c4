import { errorPage } from '../client/errors/errorCode.ts'

/** What only the service needs. A customer's page never loads any of it, so these are optional peers. */
const peers = ['@electric-sql/pglite', '@hono/node-server', 'hono', 'kysely', 'liquidjs', 'pg'] as const

/** A package that the service needs is not installed. */
export class MissingPeerError extends Error {
  override readonly name = 'MissingPeerError'
  readonly code = 'TIDINGS_501'
  /** Name of the package. */
  readonly peer: string

  constructor(peer: string, options?: ErrorOptions) {
    super(
      `The package "${peer}" is not installed. The service needs it, other parts of tidings do not. ` +
        `Install all packages of the service: npm install ${peers.join(' ')}. See ${errorPage('TIDINGS_501')}`,
      options,
    )
    this.peer = peer
  }
}

/**
 * Loads a part of the service that stands on optional peers.
 * @throws MissingPeerError where one of them is not installed.
 */
export const loadWithPeers = async <Module>(load: () => Promise<Module>): Promise<Module> => {
  try {
    return await load()
  } catch (error) {
    const peer = missingPeer(error)
    throw peer === undefined ? error : new MissingPeerError(peer, { cause: error })
  }
}

const missingPeer = (error: unknown): string | undefined => {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  if (error.code !== 'ERR_MODULE_NOT_FOUND' && error.code !== 'MODULE_NOT_FOUND') return undefined
  // Node's own wording: "Cannot find package 'pg' imported from …", and for require "Cannot find module 'kysely'".
  const name = /'([^']+)'/.exec(error.message)?.[1]
  return peers.find((peer) => name === peer || name?.startsWith(`${peer}/`))
}

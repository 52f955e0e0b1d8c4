import type { InboxStore } from './inboxStore.ts'

/** For how long others hear that something was claimed, in milliseconds: all tabs have heard of an arrival by then. */
const holdFor = 5_000

/**
 * Decides which of a browser's tabs tells its reader of something: the first to claim it, and no other. Where the browser has
 * no Web Locks each tab is told that it is the one.
 *
 * @param what its name, the same in every tab.
 */
export const claim = (
  { keys, environment: { locks } }: Pick<InboxStore, 'keys' | 'environment'>,
  what: string,
): Promise<boolean> => {
  if (locks === undefined) return Promise.resolve(true)
  return new Promise((resolve, reject) => {
    const name = [...keys.all, what].join(' ')
    locks
      .request(name, { ifAvailable: true }, async (lock) => {
        resolve(lock !== null)
        if (lock !== null) await new Promise((release) => setTimeout(release, holdFor))
      })
      .catch(reject)
  })
}

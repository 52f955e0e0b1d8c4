// Replaces TanStack Query's cache of mutations in the standalone element, where nothing is one: marks and preferences
// have their own queues. See vite.standalone.config.ts.

/** A cache that is always empty. */
export class MutationCache {
  readonly clear = (): void => {}
  readonly resumePausedMutations = async (): Promise<void> => {}
}

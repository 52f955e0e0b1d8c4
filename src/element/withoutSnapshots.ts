/** Replaces the snapshots of a server in the standalone build: the elements have no property for them. */
export const restoreSnapshot = (): void => {}

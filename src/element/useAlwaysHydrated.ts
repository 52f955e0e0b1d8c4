/** Replaces `useHydrated` in the standalone element, which no server renders. See vite.standalone.config.ts. */
export const useHydrated = (): boolean => true

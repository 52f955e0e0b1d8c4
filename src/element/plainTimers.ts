// Replaces TanStack Query's timers in the standalone element, where no app can replace them. See
// vite.standalone.config.ts.

export const timeoutManager = globalThis
export const systemSetTimeoutZero = setTimeout

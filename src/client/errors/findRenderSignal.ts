const signals = /^(NEXT_|HANGING_PROMISE_|DYNAMIC_SERVER_|BAILOUT_TO_CLIENT_)/

/**
 * Finds the error that Next.js controls a render with, in an error or its causes. Next.js ends a prerender by rejecting
 * the promises that the page awaits, and marks these errors with a `digest`. They are no failures: code that catches
 * one must throw it again.
 */
export const findRenderSignal = (thrown: unknown): Error | undefined => {
  if (!(thrown instanceof Error)) return undefined
  if ('digest' in thrown && typeof thrown.digest === 'string' && signals.test(thrown.digest)) return thrown
  return findRenderSignal(thrown.cause)
}

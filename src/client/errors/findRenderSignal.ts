const signals = /^(NEXT_|HANGING_PROMISE_|DYNAMIC_SERVER_|BAILOUT_TO_CLIENT_)/

/**
 * Finds the error by which Next.js steers a render, in an error or its causes. Next.js ends a prerender by rejecting what the
 * page awaits, and marks such an error with a `digest`. It is no failure: whoever catches it must throw it again.
 */
export const findRenderSignal = (thrown: unknown): Error | undefined => {
  if (!(thrown instanceof Error)) return undefined
  if ('digest' in thrown && typeof thrown.digest === 'string' && signals.test(thrown.digest)) return thrown
  return findRenderSignal(thrown.cause)
}

/**
 * Words for a developer, which production builds leave out: bundlers put a constant in the place of `process.env.NODE_ENV`,
 * development servers too. A page that loads modules as they are has neither the constant nor a `process`, and its errors
 * must not become one about that.
 * @param say asks `process.env.NODE_ENV !== 'production' &&` itself, before its words: only so are they dropped.
 */
export const inDevelopment = (say: () => string | false): string | undefined => {
  try {
    return say() || undefined
  } catch {
    return undefined
  }
}

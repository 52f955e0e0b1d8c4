const warned = new Set<string>()

/** Tells the developer of something that nothing is thrown for, once a page. Silent in production builds. */
export const warnOnce = (message: string): void => {
  if (process.env.NODE_ENV === 'production' || warned.has(message)) return
  warned.add(message)
  // oxlint-disable-next-line no-console -- where developers look
  console.warn(`tidings: ${message}`)
}

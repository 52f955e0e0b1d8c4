/** Packages stay imports, which the app's bundler or Node resolves. */
export const isExternal = (id: string): boolean => !id.startsWith('.') && !id.startsWith('/') && !id.startsWith('\0')

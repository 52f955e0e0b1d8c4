/** Packages stay imports: the app's bundler, or Node, finds them. */
export const isExternal = (id: string): boolean => !id.startsWith('.') && !id.startsWith('/') && !id.startsWith('\0')

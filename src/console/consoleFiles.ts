/** A file of the page, or of `<tidings-inbox>`, which the page shows. */
export interface ConsoleFile {
  folder: 'page' | 'element'
  name: string
}

const pageFiles = ['console.css', 'console.js']

/** The page at which people log in. */
export const logInPage: ConsoleFile = { folder: 'page', name: 'log-in.html' }

/**
 * Finds the file at a path of the console: "/", "/console.css" or "/element/element.js". Names of files and of folders
 * only, so that no path leads out of the folders.
 */
export const fileAt = (pathname: string): ConsoleFile | undefined => {
  if (pathname === '/') return { folder: 'page', name: 'console.html' }
  if (pageFiles.includes(pathname.slice(1))) return { folder: 'page', name: pathname.slice(1) }
  const [, name] = /^\/element\/((?:[\w-]+\/)*[\w-]+\.js)$/.exec(pathname) ?? []
  return name === undefined ? undefined : { folder: 'element', name }
}

import type { Plugin } from 'vite'

const here = 'node_modules/tidings/docs/errors/${code}.md'

/**
 * Names the page of an error as a file of the package tidings, without a path: tidings-service has no docs, and may be
 * installed without tidings.
 */
export const pagesOfOtherPackage = (): Plugin => ({
  name: 'tidings:pages-of-other-package',
  transform: (code, id) => {
    if (!id.endsWith('/client/errors/errorCode.ts')) return undefined
    if (!code.includes(here)) throw new Error(`${id} has no ${here}.`)
    // One line stays one line, so the source map stays true.
    return { code: code.replace(here, 'docs/errors/${code}.md in the package tidings'), map: null }
  },
})

import { minify, type MinifyOptions } from 'terser'
import type { Plugin } from 'vite'

interface TerserPluginOptions {
  /** Which files, by their path in the output folder. Default: all. */
  only?: (fileName: string) => boolean
  /**
   * Whether bundlers of apps read the files: names, lines, "use client" and the marks of calls without an effect remain.
   * Default false.
   */
  forBundlers?: boolean
}

const readable: MinifyOptions = {
  mangle: false,
  format: { beautify: true, preserve_annotations: true, comments: /PURE/ },
}

/**
 * Minifies chunks with Terser: slower than Rolldown's minifier, and 1 % smaller. Vite does not use it for libraries.
 * Most of what Terser does better remains after an app's own minifier has read the files.
 */
export const minifyWithTerser = ({ only = () => true, forBundlers = false }: TerserPluginOptions = {}): Plugin => ({
  name: 'tidings:minify-with-terser',
  apply: 'build',
  renderChunk: async (code, { fileName }) => {
    if (!only(fileName)) return null
    const { code: minified = code, map } = await minify(code, {
      module: true,
      sourceMap: true,
      ecma: 2020,
      // Nothing calls a function expression with `new`, and no getter is read for what else it does.
      compress: {
        passes: 4,
        unsafe_arrows: true,
        pure_getters: true,
        // An app's minifier does these better, if it reads the code as it was written.
        conditionals: !forBundlers,
        inline: forBundlers ? 1 : true,
        // React's developer tools show components by their name.
        keep_fnames: forBundlers,
        directives: !forBundlers,
      },
      ...(forBundlers && readable),
    })
    if (typeof map !== 'string') throw new TypeError('Terser returned no source map as text.')
    return { code: minified, map }
  },
})

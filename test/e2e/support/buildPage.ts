import react from '@vitejs/plugin-react'
import { build } from 'vite'

/**
 * Builds a page of the tests in memory, so that a test sees each request of the page. Returns its files by their path:
 * the script is "/page.js".
 *
 * @param mode "development" logs messages for developers. Default "production".
 */
export const buildPage = async (
  name: string,
  mode: 'development' | 'production' = 'production',
): Promise<ReadonlyMap<string, string>> => {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [react()],
    define: { 'process.env.NODE_ENV': JSON.stringify(mode) },
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: {
        input: `test/e2e/support/${name}.tsx`,
        output: { entryFileNames: 'page.js', assetFileNames: 'page.css', codeSplitting: false },
      },
    },
  })
  if (!('output' in built)) throw new Error('Vite returned a watcher instead of a build.')
  return new Map(
    built.output.map((file) => [`/${file.fileName}`, file.type === 'chunk' ? file.code : String(file.source)]),
  )
}

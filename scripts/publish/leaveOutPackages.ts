import type { Plugin } from 'vite'

interface SourceMap {
  sources: string[]
  sourcesContent?: (string | null)[]
}

/** Removes the sources of other packages from source maps. They are on npm, and would be most of each map. */
export const leaveOutPackages = (): Plugin => ({
  name: 'tidings:leave-out-packages',
  apply: 'build',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'asset' || !file.fileName.endsWith('.map')) continue
      const map = JSON.parse(String(file.source)) as SourceMap
      const sourcesContent = map.sourcesContent?.map((text, index) =>
        map.sources[index]?.includes('node_modules/') ? null : text,
      )
      file.source = JSON.stringify({ ...map, sourcesContent })
    }
  },
})

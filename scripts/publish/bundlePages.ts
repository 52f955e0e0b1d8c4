import { build } from 'vite'

/** The imports of sample apps. Each is bundled into its own folder. */
const pages = {
  inbox: `import { Inbox as used } from 'tidings'`,
  hooks: `import * as used from 'tidings/hooks'`,
  element: `import { TidingsInboxElement as used } from 'tidings/element/standalone'`,
  client: `import { createInboxClient as used } from 'tidings/client'`,
}

/**
 * Bundles sample apps for size-limit as Vite does for production, without React. `page.js` is loaded initially; the
 * chunks next to it are loaded on demand.
 */
export const bundlePages = async () => {
  for (const [name, code] of Object.entries(pages))
    await build({
      configFile: false,
      logLevel: 'error',
      define: { 'process.env.NODE_ENV': '"production"' },
      plugins: [
        {
          name: 'tidings:page',
          resolveId: (id) => (id === 'page' ? { id } : undefined),
          load: (id) => (id === 'page' ? `${code}\nglobalThis.used = used` : undefined),
        },
      ],
      build: {
        outDir: `.tidings/size/${name}`,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: 'page',
          external: ['react', 'react-dom', 'react/jsx-runtime'],
          output: { entryFileNames: 'page.js', chunkFileNames: '[name].js' },
        },
      },
    })
}

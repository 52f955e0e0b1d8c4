import { build } from 'vite'

/** What a customer's page imports. Each is bundled into a folder of its own. */
const pages = {
  inbox: `import { Inbox as used } from 'tidings'`,
  hooks: `import * as used from 'tidings/hooks'`,
  element: `import { TidingsInboxElement as used } from 'tidings/element/standalone'`,
  client: `import { createInboxClient as used } from 'tidings/client'`,
}

/**
 * Bundles pages of customers for size-limit to weigh, as Vite does it for production, their own React left out: `page.js` is
 * what a page loads at first, and beside it stands what is loaded on demand.
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

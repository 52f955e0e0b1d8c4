import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { ConfigEnv } from 'vite'
import { defineConfig, postcssIsolateStyles } from 'vitepress'
import { generateLlms, textsOfPages } from '../../scripts/generateLlms.ts'
import { slugOf } from '../../test/docs/links.ts'
import { exampleStyles, liveBlocks } from '../liveBlocks.ts'
import { addressOf, noPages, pathOf, repositoryUrl, root, sidebar } from '../pages.ts'
import { repositoryMarkdown } from '../repositoryMarkdown.ts'

const source = (file: string) => path.join(root, 'src', file)

/** The site of the docs: README.md, CHANGELOG.md and docs/ as they are, with examples that run. */
export default ({ command }: ConfigEnv) =>
  defineConfig({
    title: 'tidings',
    description: 'An in-app notification inbox for web apps: a bell, a panel, and everything behind them.',
    lang: 'en',
    srcDir: root,
    srcExclude: noPages,
    rewrites: pathOf,
    outDir: path.join(root, '.tidings/site'),
    cacheDir: path.join(root, '.tidings/site-cache'),
    head: [['link', { rel: 'icon', href: '/favicon.svg' }]],
    // For coding agents, which read the text of a page at its address with `.md`.
    buildEnd: async ({ outDir }) => {
      for (const [file, text] of [...Object.entries(generateLlms(addressOf)), ...textsOfPages(addressOf)])
        await writeFile(path.join(outDir, file), text)
    },
    markdown: {
      anchor: { slugify: slugOf },
      config: repositoryMarkdown,
    },
    // The links in view of a page lead to more bytes than the page itself has.
    router: { prefetchLinks: false },
    themeConfig: {
      nav: [
        { text: 'Docs', link: '/get-started' },
        { text: 'Stories', link: command === 'build' ? '/storybook/' : 'http://localhost:6006/', target: '_self' },
      ],
      sidebar,
      outline: [2, 3],
      search: { provider: 'local' },
      socialLinks: [{ icon: 'github', link: repositoryUrl }],
      editLink: { pattern: `${repositoryUrl}/edit/main/:path`, text: 'Edit this page' },
    },
    vite: {
      configFile: false,
      // Vue without what only its older API needs.
      define: { __VUE_OPTIONS_API__: 'false' },
      publicDir: path.join(root, 'stories/public'),
      plugins: [exampleStyles(), liveBlocks()],
      server: { watch: { ignored: ['**/.tidings/**', '**/dist/**'] } },
      // Imported on demand, too late for Vite's scan: the page would reload.
      optimizeDeps: {
        include: [
          'react',
          'react/jsx-dev-runtime',
          'react-dom',
          'react-dom/client',
          '@tanstack/react-query',
          'eventsource-parser',
        ],
      },
      css: { postcss: { plugins: [postcssIsolateStyles()] } },
      // Otherwise Vite would compile light-dark() for older browsers.
      build: {
        cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
        // 'use client' has no meaning in a page.
        rolldownOptions: { checks: { moduleLevelDirective: false } },
      },
      resolve: {
        alias: [
          // Each page would load them.
          {
            find: /^.*\/VP(Home|CarbonAds|DocAsideCarbonAds|DocAsideSponsors|NavTranslations|AlgoliaSearchBox|NavBarAskAiButton|Footer)\.vue$/,
            replacement: path.join(root, 'site/.vitepress/theme/Nothing.ts'),
          },
          { find: /^tidings$/, replacement: source('index.ts') },
          { find: /^tidings\/languages\/([\w-]+)$/, replacement: source('languages/$1.ts') },
          { find: 'tidings/rich', replacement: source('content/parseRichText.ts') },
          { find: /^tidings\/(\w+)$/, replacement: source('$1/index.ts') },
        ],
      },
    },
  })

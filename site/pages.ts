import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { normalizePath } from 'vite'
import type { DefaultTheme } from 'vitepress'

/** The root of the repository. Pages of the site are README.md, CHANGELOG.md and the Markdown of docs/ and site/. */
export const root = normalizePath(path.resolve(import.meta.dirname, '..'))

const { repository } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  repository: { url: string }
}

/** The address of the repository, without a slash at its end. */
export const repositoryUrl = repository.url.replace(/^git\+|\.git$/g, '')

/** Glob patterns of the Markdown files that are not pages of the site. */
export const noPages = ['!(README|CHANGELOG).md', '!(docs|site)/**/*']

/** The path of a page in the site: `docs/inbox.md` becomes `inbox.md`. */
export const pathOf = (file: string): string =>
  file === 'README.md' ? 'get-started.md' : file === 'CHANGELOG.md' ? 'changes.md' : file.replace(/^(docs|site)\//, '')

const isPage = (file: string) => /^((README|CHANGELOG)\.md|docs\/.*\.md)$/.test(file)

/**
 * The address of a link's target: a page of the site, or a file or folder of the repository.
 * @param target Path below the root, without an anchor.
 * @throws if nothing is there.
 */
export const addressOf = (target: string): string => {
  const file = path.join(root, target)
  if (!existsSync(file)) throw new Error(`A link leads to ${target}, which does not exist.`)
  if (isPage(target)) return `/${pathOf(target)}`
  if (target === 'docs/errors') return '/errors/'
  return `${repositoryUrl}/${statSync(file).isDirectory() ? 'tree' : 'blob'}/main/${target}`
}

const headingOf = (file: string) => /^# (.+)$/m.exec(readFileSync(path.join(root, file), 'utf8'))?.[1] ?? file

/** The pages of a folder by their headings. Languages share a page, and their heading lists all of them. */
const pagesIn = (folder: string) =>
  readdirSync(path.join(root, folder))
    .map((name) => ({
      text: headingOf(`${folder}/${name}`)
        .replaceAll('`', '')
        .replace(/\/\w+, .*/, '/*'),
      link: `/${pathOf(`${folder}/${name}`)}`,
    }))
    .toSorted((a, b) => a.text.localeCompare(b.text, 'en'))

/** The recipes, in the groups and with the names of `docs/recipes.md`. */
const recipes = readFileSync(path.join(root, 'docs/recipes.md'), 'utf8')
  .split(/^## /m)
  .slice(1)
  .map((group) => ({
    text: group.slice(0, group.indexOf('\n')),
    collapsed: true,
    items: [...group.matchAll(/^- \[(.+)\]\((.+)\.md\)$/gm)].map(([, text = '', page]) => ({ text, link: `/${page}` })),
  }))

/** All pages in the order in which to read them. */
export const sidebar: DefaultTheme.SidebarItem[] = [
  {
    text: 'Start',
    items: [
      { text: 'tidings', link: '/' },
      { text: 'Get started', link: '/get-started' },
      { text: 'With a coding agent', link: '/agents' },
      { text: 'Concepts', link: '/concepts' },
      { text: 'All pages and imports', link: '/overview' },
    ],
  },
  {
    text: 'In the browser',
    items: [
      { text: 'The inbox component', link: '/inbox' },
      { text: 'Parts', link: '/parts' },
      { text: 'Theming', link: '/theming' },
      { text: 'Add a language', link: '/languages' },
      { text: '&lt;tidings-inbox&gt;', link: '/element' },
      { text: 'Accessibility', link: '/accessibility' },
    ],
  },
  { text: 'Recipes', items: [{ text: 'All recipes', link: '/recipes' }, ...recipes] },
  {
    text: 'On the server',
    items: [
      { text: 'Your server', link: '/server' },
      { text: 'Run the service', link: '/service' },
      { text: 'Send email, SMS, chat, push', link: '/sending' },
      { text: 'Workflows', link: '/workflows' },
      { text: 'Operate the service', link: '/operations' },
      { text: 'The interface', link: '/interface' },
      { text: 'Live delivery', link: '/live' },
      { text: 'Security', link: '/security' },
      { text: 'Scale', link: '/scale' },
      { text: 'Novu', link: '/novu' },
    ],
  },
  {
    text: 'Build and test',
    items: [
      { text: 'Testing', link: '/testing' },
      { text: 'Devtools', link: '/devtools' },
      { text: 'Migration', link: '/migration', collapsed: true, items: pagesIn('docs/migration') },
      { text: 'Compatibility', link: '/compatibility' },
      { text: 'What tidings does not do', link: '/limits' },
      { text: 'What a version promises', link: '/versions' },
      { text: 'Run the repository', link: '/development' },
      { text: 'Changes', link: '/changes' },
    ],
  },
  { text: 'Reference', collapsed: true, items: pagesIn('docs/reference') },
  { text: 'Errors', link: '/errors/', collapsed: true, items: pagesIn('docs/errors') },
]

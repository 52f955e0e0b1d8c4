import * as radixPopover from '@radix-ui/react-popover'
import * as query from '@tanstack/react-query'
import * as tanstackRouter from '@tanstack/react-router'
import * as react from 'react'
import type { ComponentType } from 'react'
import * as reactDom from 'react-dom/client'
import * as reactRouter from 'react-router'
import * as jsxRuntime from 'react/jsx-runtime'
import ts from 'typescript'
import * as client from '../../src/client/index.ts'
import * as rich from '../../src/content/parseRichText.ts'
import * as hooks from '../../src/hooks/index.ts'
import * as html from '../../src/html/index.ts'
import * as tidings from '../../src/index.ts'
import * as german from '../../src/languages/de.ts'
import * as persist from '../../src/persist/index.ts'
import * as server from '../../src/server/index.ts'
import { codeBlocksOf, pages, readPage } from './codeBlocks.ts'

const modules: Record<string, unknown> = {
  react,
  'react/jsx-runtime': jsxRuntime,
  'react-dom/client': reactDom,
  'react-router': reactRouter,
  // Next.js itself runs only in an app: test:examples covers it.
  'next/navigation': { useRouter: () => ({ push: (href: string) => history.pushState(null, '', href) }) },
  '@radix-ui/react-popover': radixPopover,
  '@tanstack/react-query': query,
  '@tanstack/react-router': tanstackRouter,
  tidings,
  'tidings/client': client,
  'tidings/hooks': hooks,
  'tidings/html': html,
  'tidings/rich': rich,
  'tidings/languages/de': german,
  'tidings/persist': persist,
  'tidings/server': server,
}

const load = (name: string): unknown => {
  if (name.endsWith('.css')) return {}
  if (name in modules) return modules[name]
  throw new Error(`A recipe imports ${name}, which loadRecipe does not provide.`)
}

/** The text below each heading of a page, with the heading. */
const sectionsOf = (page: string) => readPage(page).split(/^##? /m).slice(1)
const headingOf = (section: string) => section.split('\n')[0] ?? ''

/** The recipes of all pages: each is a heading with the code below it. */
export const recipes = pages
  .filter((page) => page.startsWith('docs/recipes/'))
  .flatMap((page) =>
    sectionsOf(page).map((text) => {
      // The first block, unless only its framework can run it.
      const block = codeBlocksOf(page, text).find(({ language, skip }) => language === 'tsx' && skip === undefined)
      return { page, heading: headingOf(text), code: block?.code ?? '' }
    }),
  )

/** The page of the recipe with this heading. */
const pageOf = (wanted: string) => recipes.find(({ heading }) => heading === wanted)?.page ?? `The page of ${wanted}`

type Components = Record<string, ComponentType<Record<string, unknown>>>

/** The exports of each example that has run, by page and heading: as a module, it runs once. */
const loaded = new Map<string, Components>()

const run = (page: string, heading: string): Components => {
  const section = sectionsOf(page).find((text) => headingOf(text) === heading)
  const block = codeBlocksOf(page, section ?? '').find(({ language, skip }) => language === 'tsx' && skip === undefined)
  if (!block) throw new Error(`${page} has no example “${heading}”.`)
  const { outputText } = ts.transpileModule(block.code, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2023, jsx: ts.JsxEmit.ReactJSX },
  })
  const exports: Components = {}
  // oxlint-disable-next-line typescript/no-implied-eval -- the code comes from our own page
  new Function('exports', 'require', outputText)(exports, load)
  return exports
}

/** Runs the first example below a heading as written, and returns a component that it exports. */
export const loadRecipe = (
  heading: string,
  component: string,
  page = pageOf(heading),
): ComponentType<Record<string, unknown>> => {
  const place = `${page}#${heading}`
  const exports = loaded.get(place) ?? run(page, heading)
  loaded.set(place, exports)
  const found = exports[component]
  if (!found) throw new Error(`“${heading}” of ${page} exports no ${component}.`)
  return found
}

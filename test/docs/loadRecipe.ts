import * as radixPopover from '@radix-ui/react-popover'
import * as query from '@tanstack/react-query'
import * as tanstackRouter from '@tanstack/react-router'
import * as nextThemes from 'next-themes'
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
import { codeBlocksOf, readPage } from './codeBlocks.ts'

const modules: Record<string, unknown> = {
  react,
  'react/jsx-runtime': jsxRuntime,
  'react-dom/client': reactDom,
  'react-router': reactRouter,
  'next-themes': nextThemes,
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
  if (name in modules) return modules[name]
  throw new Error(`A recipe imports ${name}, which loadRecipe does not provide.`)
}

const page = 'docs/recipes.md'

/** All recipes, and whether each contains a React component. */
export const recipes = readPage(page)
  .split(/^## /m)
  .slice(1)
  .map((text) => ({ heading: text.split('\n')[0] ?? '', hasComponent: /^export const [A-Z]/m.test(text) }))

type Components = Record<string, ComponentType<Record<string, unknown>>>

/** The exports of each recipe that has run: as a module, it runs once. */
const loaded = new Map<string, Components>()

const run = (heading: string): Components => {
  const part = readPage(page)
    .split(/^## /m)
    .find((text) => text.startsWith(`${heading}\n`))
  const block = codeBlocksOf(page, part ?? '').find(({ language }) => language === 'tsx')
  if (!block) throw new Error(`${page} has no recipe “${heading}”.`)
  const { outputText } = ts.transpileModule(block.code, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2023, jsx: ts.JsxEmit.ReactJSX },
  })
  const exports: Components = {}
  // oxlint-disable-next-line typescript/no-implied-eval -- the code comes from our own page
  new Function('exports', 'require', outputText)(exports, load)
  return exports
}

/** Runs the first example of a recipe as written, and returns a component that it exports. */
export const loadRecipe = (heading: string, component: string): ComponentType<Record<string, unknown>> => {
  const exports = loaded.get(heading) ?? run(heading)
  loaded.set(heading, exports)
  const found = exports[component]
  if (!found) throw new Error(`The recipe “${heading}” exports no ${component}.`)
  return found
}

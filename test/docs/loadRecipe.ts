import * as react from 'react'
import type { ComponentType } from 'react'
import * as jsxRuntime from 'react/jsx-runtime'
import ts from 'typescript'
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
  tidings,
  'tidings/hooks': hooks,
  'tidings/html': html,
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

/** Runs the first example of a recipe as written, and returns a component that it exports. */
export const loadRecipe = (heading: string, component: string): ComponentType<Record<string, unknown>> => {
  const part = readPage(page)
    .split(/^## /m)
    .find((text) => text.startsWith(`${heading}\n`))
  const block = codeBlocksOf(page, part ?? '').find(({ language }) => language === 'tsx')
  if (!block) throw new Error(`${page} has no recipe “${heading}”.`)
  const { outputText } = ts.transpileModule(block.code, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2023, jsx: ts.JsxEmit.ReactJSX },
  })
  const exports: Record<string, ComponentType<Record<string, unknown>>> = {}
  // oxlint-disable-next-line typescript/no-implied-eval -- the code comes from our own page
  new Function('exports', 'require', outputText)(exports, load)
  const found = exports[component]
  if (!found) throw new Error(`The recipe “${heading}” exports no ${component}.`)
  return found
}

import type { ReactNode } from 'react'
import * as jsxRuntime from 'react/jsx-runtime'
import ts from 'typescript'
import type { CodeBlock } from './codeBlocks.ts'

/** The modules that a block imports, and the names that it uses without declaring. */
export interface BlockWorld {
  /** Modules by import specifier. */
  modules: Readonly<Record<string, unknown>>
  /** Values by name. */
  names: Readonly<Record<string, unknown>>
}

/** The results of a block. */
export interface RunBlock {
  /** Its exports. */
  exports: Record<string, unknown>
  /** Elements that are separate examples: lines that begin with a tag. */
  shown: ReactNode[]
}

const isJsx = (node: ts.Node): node is ts.Expression =>
  ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node) || ts.isJsxFragment(node)

/** Transforms the statement `<Bell />` to `show(<Bell />)`. */
const showElements: ts.TransformerFactory<ts.SourceFile> = (context) => (file) =>
  ts.visitEachChild(
    file,
    (node) =>
      ts.isExpressionStatement(node) && isJsx(node.expression)
        ? context.factory.createExpressionStatement(
            context.factory.createCallExpression(context.factory.createIdentifier('show'), undefined, [
              node.expression,
            ]),
          )
        : node,
    context,
  )

const compile = ({ code, setup }: CodeBlock) =>
  ts.transpileModule(`${setup}\n${code.replace(/^<(?=[A-Za-z>])/gm, ';<')}`, {
    fileName: 'block.tsx',
    transformers: { before: [showElements] },
    compilerOptions: {
      module: ts.ModuleKind.CommonJS,
      target: ts.ScriptTarget.ES2023,
      jsx: ts.JsxEmit.ReactJSX,
      esModuleInterop: true,
    },
  }).outputText

const prepare = (block: CodeBlock, { modules, names }: BlockWorld) => {
  const result: RunBlock = { exports: {}, shown: [] }
  const load = (name: string): unknown => {
    if (name === 'react/jsx-runtime') return jsxRuntime
    if (name.endsWith('.css')) return {}
    if (name in modules) return modules[name]
    throw new Error(`${block.place} imports ${name}: add the module to this test.`)
  }
  const scope = {
    ...names,
    exports: result.exports,
    require: load,
    show: (element: ReactNode) => void result.shown.push(element),
  }
  return { result, scope, body: `{${compile(block)}\n}` }
}

/** Runs a block as written in its page. */
export const runBlock = (block: CodeBlock, world: BlockWorld): RunBlock => {
  const { result, scope, body } = prepare(block, world)
  // oxlint-disable-next-line typescript/no-implied-eval -- the code comes from our own page
  new Function(...Object.keys(scope), body)(...Object.values(scope))
  return result
}

/** Runs a block with top-level await. */
export const runAsyncBlock = async (block: CodeBlock, world: BlockWorld): Promise<RunBlock> => {
  const { result, scope, body } = prepare(block, world)
  // oxlint-disable-next-line typescript/no-implied-eval -- the code comes from our own page
  const run = new Function(...Object.keys(scope), `return (async () => ${body})()`) as (
    ...values: unknown[]
  ) => Promise<void>
  await run(...Object.values(scope))
  return result
}

import { existsSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

/** What can be imported, and where it is written. */
export interface Entry {
  /** `tidings/hooks` */
  name: string
  /** Its source, from the root of the project. */
  file: string
  /** The page of the reference that it stands on, without an ending. */
  page: string
}

/** All that the package exports but style sheets, each source once. Languages share a page. */
export const entriesOf = (packageJson: string): Entry[] => {
  const { exports } = JSON.parse(packageJson) as { exports: Record<string, { types?: string }> }
  const typed = Object.entries(exports).filter(([key]) => !/\.(css|json)$/.test(key))
  return typed
    .filter(([, { types }], index) => typed.findIndex(([, other]) => other.types === types) === index)
    .map(([key]) => {
      const inner = key.replace(/^\.\/?/, '')
      const file = [`src/${inner}.ts`, `src/${inner}/index.ts`, 'src/index.ts'].find((candidate) => existsSync(candidate))
      const page = inner.startsWith('languages/') ? 'languages' : inner.replace('/', '-') || 'tidings'
      return { name: path.posix.join('tidings', inner), file: file ?? '', page }
    })
}

export interface Sources {
  program: ts.Program
  checker: ts.TypeChecker
}

/** The project's own sources, read by its own settings. */
export const openSources = (files: string[]): Sources => {
  const { config } = ts.readConfigFile('tsconfig.json', (file) => ts.sys.readFile(file)) as { config: object }
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files }, ts.sys, process.cwd())
  const program = ts.createProgram(files, options)
  return { program, checker: program.getTypeChecker() }
}

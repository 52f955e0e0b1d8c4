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

/** The source of an entry: types are built beside what they describe. "./dist/hooks/index.d.ts" is "src/hooks/index.ts". */
export const sourceOf = (types: string): string => types.replace(/^\.\/dist\/(.+)\.d\.ts$/, 'src/$1.ts')

/** All that the package exports but style sheets, each source once. Languages share a page. */
export const entriesOf = (packageJson: string): Entry[] => {
  const { exports } = JSON.parse(packageJson) as { exports: Record<string, string | { types: string }> }
  const typed = Object.entries(exports).flatMap(([key, target]) =>
    typeof target === 'string' ? [] : [{ key, file: sourceOf(target.types) }],
  )
  return typed
    .filter(({ file }, index) => typed.findIndex((other) => other.file === file) === index)
    .map(({ key, file }) => {
      const inner = key.replace(/^\.\/?/, '')
      const page = inner.startsWith('languages/') ? 'languages' : inner.replace('/', '-') || 'tidings'
      return { name: path.posix.join('tidings', inner), file, page }
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

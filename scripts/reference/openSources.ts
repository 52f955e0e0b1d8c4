import path from 'node:path'
import ts from 'typescript'

/** A path that an app can import, and its source. */
export interface Entry {
  /** `tidings/hooks` */
  name: string
  /** Its source, relative to the root of the project. */
  file: string
  /** The page of the reference that describes it, without `.md`. */
  page: string
}

/** The source of an entry's types: "src/hooks/index.ts" for "./dist/hooks/index.d.ts". */
export const sourceOf = (types: string): string => types.replace(/^\.\/dist\/(.+)\.d\.ts$/, 'src/$1.ts')

/** All exports of the package except style sheets, each source once. Languages share a page. */
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

/** Opens sources of the project with its own TypeScript settings. */
export const openSources = (files: string[]): Sources => {
  const { config } = ts.readConfigFile('tsconfig.json', (file) => ts.sys.readFile(file)) as { config: object }
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files }, ts.sys, process.cwd())
  const program = ts.createProgram(files, options)
  return { program, checker: program.getTypeChecker() }
}

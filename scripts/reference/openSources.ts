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

/**
 * Opens sources of the project with its own TypeScript settings.
 * @param texts sources that are not on the disk, by absolute path.
 */
export const openSources = (files: readonly string[], texts: ReadonlyMap<string, string> = new Map()): Sources => {
  const { config } = ts.readConfigFile('tsconfig.json', (file) => ts.sys.readFile(file)) as { config: object }
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files }, ts.sys, process.cwd())
  // Examples of the docs import names that the next block uses.
  Object.assign(options, { noUnusedLocals: false, noUnusedParameters: false })
  const host = ts.createCompilerHost(options)
  const { fileExists, readFile } = host
  host.fileExists = (file) => texts.has(file) || fileExists(file)
  host.readFile = (file) => texts.get(file) ?? readFile(file)
  const program = ts.createProgram([...files, ...texts.keys()], options, host)
  return { program, checker: program.getTypeChecker() }
}

import { readFileSync } from 'node:fs'
import path from 'node:path'

const isBoundary = (code: string) => /^['"]use client['"]/.test(code)

/** The imports of a module: names from React, and modules of tidings. */
const importsOf = (code: string) => ({
  react: [...code.matchAll(/^import (?!type\b)[^;'"]*?\{([^}]*)\} from ['"]react['"]/gm)].flatMap(([, names = '']) =>
    names.split(/[\s,]+/),
  ),
  ours: [...code.matchAll(/^(?:import|export) (?!type\b)(?:[^;'"]* from )?['"](\.[^'"]+)['"]/gm)].map(
    ([, target = '']) => target,
  ),
})

/** React exports that are missing in server components: hooks, contexts, classes. */
const needsClient = (name: string) => /^use[A-Z]|^createContext$|^(Pure)?Component$/.test(name)

/**
 * Walks the modules that a server component would load with the entries, up to the modules that begin with "use
 * client".
 * @returns the modules before those boundaries that can't run in a server component: `hooks/useSeen.js uses useEffect`.
 */
export const findUnboundHooks = (entries: readonly string[]): string[] => {
  const seen = new Set<string>()
  const walk = (file: string): string[] => {
    if (seen.has(file)) return []
    seen.add(file)
    const code = readFileSync(file, 'utf8')
    if (isBoundary(code)) return []
    const { react, ours } = importsOf(code)
    const wrong = react.filter(needsClient)
    return [
      ...(wrong.length > 0 ? [`${file} uses ${wrong.join(', ')}`] : []),
      ...ours.flatMap((target) => walk(path.join(path.dirname(file), target))),
    ]
  }
  return entries.flatMap(walk)
}

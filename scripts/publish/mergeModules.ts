import path from 'node:path'
import { normalizePath, type Plugin, type Rolldown } from 'vite'

/** How modules are merged into files. */
export interface MergeOptions {
  /** The folder of all sources, such as "src". */
  source: string
  /**
   * Modules that an app loads initially, before it loads others on demand, such as "components/inbox/Inbox.tsx". Their
   * dependencies share no file with code that is loaded later.
   */
  early?: readonly string[]
}

const directive = `'use client'`
const isClient = (module: Rolldown.ModuleInfo) => /^['"]use client['"]/.test(module.code?.trimStart() ?? '')
const isLazy = (module: Rolldown.ModuleInfo) => module.dynamicImporters.length > 0

/** The modules that the start modules import, directly or not. `enter` returns whether to follow a module's imports. */
const reach = (
  starts: readonly Rolldown.ModuleInfo[],
  modules: ReadonlyMap<string, Rolldown.ModuleInfo>,
  enter: (module: Rolldown.ModuleInfo) => boolean,
) => {
  const found = new Set<Rolldown.ModuleInfo>()
  const walk = (module: Rolldown.ModuleInfo | undefined) => {
    if (!module || found.has(module)) return
    found.add(module)
    if (enter(module)) for (const id of module.importedIds) walk(modules.get(id))
  }
  for (const start of starts) walk(start)
  return found
}

/**
 * Groups modules that are always needed together. Two modules share a group if the same entries and the same lazy code
 * need both, so that an app loads nothing more than it would from single files. A server component may call a module
 * that it reaches without passing "use client". Such a module shares no group with one behind the directive.
 */
const groupModules = (
  modules: ReadonlyMap<string, Rolldown.ModuleInfo>,
  isEarly: (module: Rolldown.ModuleInfo) => boolean,
) => {
  const all = [...modules.values()]
  const entries = all.filter((module) => module.isEntry)
  const lazy = all.filter(isLazy)
  const early = reach(all.filter(isEarly), modules, () => true)
  const forServers = reach(entries, modules, (module) => !isClient(module))
  const needs = [...entries, ...lazy, ...all.filter(isEarly)].map((start) => ({
    start,
    needed: reach([start], modules, () => true),
  }))

  const groups = new Map<string, Rolldown.ModuleInfo[]>()
  for (const module of all) {
    if (module.isEntry || isLazy(module)) continue
    const side = forServers.has(module) && !isClient(module) ? 'server' : 'client'
    // Modules that are loaded initially are already there when lazy code needs them.
    const users = needs.filter(({ start, needed }) => needed.has(module) && !(early.has(module) && isLazy(start)))
    const key = [side, ...users.map(({ start }) => start.id)].join()
    groups.set(key, [...(groups.get(key) ?? []), module])
  }
  return [...groups.values()]
}

/**
 * Merges the modules of a library into few files, where `preserveModules` would publish each one separately. A file is
 * named after its largest module, and begins with "use client" if one of its modules does.
 */
export const mergeModules = ({ source, early = [] }: MergeOptions): Plugin => {
  const root = `${normalizePath(path.resolve(source))}/`
  const nameOf = (id: string) => id.slice(root.length).replace(/\.\w+(\?.*)?$/, '')
  const names = new Map<string, string>()
  const clients = new Set<string>()

  return {
    name: 'tidings:merge-modules',
    apply: 'build',
    buildEnd() {
      const ids = [...this.getModuleIds()].filter((id) => id.startsWith(root))
      const modules = new Map(
        ids
          .flatMap((id) => [[id, this.getModuleInfo(id)] as const])
          .filter((pair): pair is [string, Rolldown.ModuleInfo] => pair[1] !== null),
      )
      for (const module of modules.values()) if (isClient(module)) clients.add(module.id)
      const missing = early.filter((name) => !modules.has(root + name))
      if (missing.length > 0)
        throw new Error(`${source} has no module ${missing.join(', ')}: correct "early" of mergeModules.`)
      const size = ({ id, code }: Rolldown.ModuleInfo) => (id.includes('?') ? 0 : (code?.length ?? 0))
      for (const group of groupModules(modules, ({ id }) => early.includes(id.slice(root.length)))) {
        const [largest] = group.toSorted((a, b) => size(b) - size(a))
        for (const { id } of group) if (largest) names.set(id, nameOf(largest.id))
      }
    },
    outputOptions: (options) => ({
      ...options,
      entryFileNames: '[name].js',
      chunkFileNames: ({ facadeModuleId, name }) =>
        `${facadeModuleId?.startsWith(root) ? nameOf(facadeModuleId) : name}.js`,
      banner: ({ moduleIds }) => (moduleIds.some((id) => clients.has(id)) ? directive : ''),
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [{ debugName: 'modules that are needed together', name: (id) => names.get(id) ?? null }],
      },
    }),
  }
}

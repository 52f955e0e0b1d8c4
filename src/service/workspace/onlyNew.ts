import type { Catalog } from './catalog.ts'

/** What was logged of a workspace. Once is enough: a sender may make the same mistake in each of its events. */
const logged = new WeakMap<Catalog, Set<string>>()

/** The most lines that are remembered. Warnings contain values of senders. */
const mostLogged = 10_000

/** Returns the lines that were not logged yet, and counts them as logged. */
export const onlyNew = (catalog: Catalog, lines: Iterable<string>): string[] => {
  const known = logged.get(catalog) ?? new Set()
  if (known.size > mostLogged) known.clear()
  logged.set(catalog, known)
  const fresh = [...lines].filter((line) => !known.has(line))
  for (const line of fresh) known.add(line)
  return fresh
}

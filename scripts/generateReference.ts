import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeEntry, type EntryDocs } from './reference/describeEntry.ts'
import { entriesOf, openSources, type Sources } from './reference/openSources.ts'
import { splitEntry } from './reference/splitEntry.ts'
import { createMemberCheck } from './reference/undocumentedMembers.ts'
import { writePage } from './reference/writePage.ts'

const folder = 'docs/reference'

const readEntries = () => entriesOf(readFileSync('package.json', 'utf8'))

/** The sources of the reference. */
export const referenceFiles = (): string[] => readEntries().map(({ file }) => file)

/**
 * The pages of the reference by file name, and the exports and members without a doc comment.
 * @param sources an open program with `referenceFiles`.
 */
export const generateReference = (
  sources: Sources = openSources(referenceFiles()),
): { pages: Map<string, string>; undocumented: string[] } => {
  const entries = readEntries()
  const findUndocumented = createMemberCheck(sources)
  const described: EntryDocs[] = entries.map((entry) => describeEntry(sources, entry, findUndocumented))
  const split = described.flatMap(splitEntry)
  const pages = new Map<string, string>()
  for (const page of new Set(split.map((entry) => entry.page)))
    pages.set(`${page}.md`, writePage(split.filter((entry) => entry.page === page)))
  return { pages, undocumented: described.flatMap(({ undocumented }) => undocumented) }
}

/** Pages that differ from those generated now. */
export const outdatedPages = (pages: ReadonlyMap<string, string>): string[] => {
  const existing = readdirSync(folder)
  const read = (name: string) => (existing.includes(name) ? readFileSync(join(folder, name), 'utf8') : undefined)
  const wrong = [...pages].filter(([name, text]) => read(name) !== text).map(([name]) => name)
  return [...wrong, ...existing.filter((name) => !pages.has(name))]
}

const main = () => {
  const { pages, undocumented } = generateReference()
  for (const name of undocumented) process.stderr.write(`No doc comment: ${name}\n`)
  process.exitCode = undocumented.length > 0 ? 1 : 0
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of pages) writeFileSync(join(folder, name), text)
  process.stdout.write(`${pages.size} pages in ${folder}\n`)
}

if (process.argv[1]?.endsWith('generateReference.ts')) main()

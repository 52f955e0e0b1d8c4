import { gzipSync } from 'node:zlib'
import { buildContestant } from './buildContestant.ts'

const react = [/^react(\/|$)/, /^react-dom(\/|$)/]

/** Bytes after gzip of a bell with its panel, without React. */
export interface Weight {
  /** JavaScript that a page loads to show the bell, and the style sheet. */
  bell: number
  /** The same, with what is loaded later: the panel, and whatever else the code can import. */
  all: number
}

const gzip = (content: string | Uint8Array) => gzipSync(content, { level: 9 }).length

/** Weighs `contestants/<name>.bell.jsx`. */
export const weigh = async (name: string): Promise<Weight> => {
  const { files } = await buildContestant(`contestants/${name}.bell.jsx`, react)
  const sizes = new Map(files.map((file) => [file.fileName, gzip(file.type === 'chunk' ? file.code : file.source)]))
  const weight: Weight = { bell: 0, all: 0 }
  const chunks = files.filter((file) => file.type === 'chunk')
  const initial = new Set(chunks.filter(({ isEntry }) => isEntry))
  for (const { imports } of initial)
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) initial.add(chunk)
  for (const file of files) {
    if (file.type === 'asset' && !file.fileName.endsWith('.css')) continue
    const size = sizes.get(file.fileName) ?? 0
    weight.all += size
    if (file.type === 'asset' || initial.has(file)) weight.bell += size
  }
  return weight
}

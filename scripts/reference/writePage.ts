import type { EntryDocs, ExportDocs } from './describeEntry.ts'
import type { MemberDocs } from './describeMembers.ts'
import type { ExportKind } from './exportKind.ts'

const headings: [ExportKind, string][] = [
  ['component', 'Components'],
  ['hook', 'Hooks'],
  ['function', 'Functions'],
  ['class', 'Classes'],
  ['value', 'Values'],
  ['type', 'Types'],
]

/** Writes the page of an entry, or of several that share one. */
export const writePage = (entries: EntryDocs[]): string => {
  const title = entries.length === 1 ? `\`${entries[0]?.name}\`` : entries.map(({ name }) => `\`${name}\``).join(', ')
  const names = new Set(entries.flatMap(({ exports }) => exports.map(({ name }) => name)))
  const lines = [
    `# ${title}`,
    '<!-- Generated from doc comments by `npm run docs:reference`. Change those. -->',
    ...entries
      .flatMap(({ includes }) => includes)
      .map((name) => `All of [\`${name}\`](${name.replace('tidings/', '').replace('/', '-')}.md), and:`),
    ...headings.flatMap(([kind, heading]) => {
      const members = entries.flatMap(({ exports, name }) =>
        exports.filter((item) => item.kind === kind).map((item) => ({ item, name })),
      )
      if (members.length === 0) return []
      return [
        `## ${heading}`,
        ...members.flatMap(({ item, name }) => [
          ...writeExport(item, entries.length > 1 ? name : undefined),
          ...(names.has(`${item.name}Props`)
            ? [`Props: [\`${item.name}Props\`](#${item.name.toLowerCase()}props).`]
            : []),
        ]),
      ]
    }),
  ]
  return `${lines.join('\n\n')}\n`
}

const writeExport = ({ name, kind, doc, signature, members }: ExportDocs, entry: string | undefined): string[] => {
  const params = doc.params.map((param) => `- \`${param.name}\`: ${oneLine(param.text)}`)
  return [
    `### ${kind === 'component' ? `\`<${name}>\`` : `\`${name}\``}`,
    ...(entry === undefined ? [] : [`From \`${entry}\`.`]),
    ...(doc.text === '' ? [] : [doc.text]),
    ...(signature === undefined ? [] : [`~~~ts\n${signature}\n~~~`]),
    ...(params.length === 0 ? [] : [params.join('\n')]),
    ...(doc.returns === '' ? [] : [`Returns ${oneLine(doc.returns)}`]),
    ...(doc.throws === '' ? [] : [`Throws ${oneLine(doc.throws)}`]),
    ...(members.length === 0 ? [] : [writeMembers(members)]),
  ]
}

const writeMembers = (members: MemberDocs[]): string =>
  [
    '| | type | |',
    '|---|---|---|',
    ...members.map(
      ({ name, type, isOptional, text }) =>
        `| \`${name}${isOptional ? '?' : ''}\` | ${cell(`\`${type}\``)} | ${cell(oneLine(text))} |`,
    ),
  ].join('\n')

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** A bar would end the cell. */
const cell = (text: string) => text.replaceAll('|', String.raw`\|`)

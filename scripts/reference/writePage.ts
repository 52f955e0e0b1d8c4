import type { ExportDocs } from './describeEntry.ts'
import type { MemberDocs } from './describeMembers.ts'
import type { ExportKind } from './exportKind.ts'
import type { EntryPage } from './splitEntry.ts'

const headings: [ExportKind, string][] = [
  ['component', 'Components'],
  ['hook', 'Hooks'],
  ['function', 'Functions'],
  ['class', 'Classes'],
  ['value', 'Values'],
  ['type', 'Types'],
]

/** Writes a page about an entry, or about several that share one. */
export const writePage = (entries: EntryPage[]): string => {
  const lines = [
    `# ${entries.map(titleOf).join(', ')}`,
    '<!-- Generated from doc comments by `npm run docs:reference`. Change those. -->',
    ...entries.flatMap(({ others }) => (others ? ['More exports are [on other pages](#on-other-pages).'] : [])),
    ...entries
      .flatMap(({ includes }) => includes)
      .map((name) => `All of [\`${name}\`](${name.replace('tidings/', '').replace('/', '-')}.md), and:`),
    ...headings.flatMap(([kind, heading]) => {
      const sections = entries.flatMap(({ name, exports }) =>
        withSection(exports)
          .filter((item) => item.kind === kind)
          .flatMap((item) => {
            const props = propsOf(item, exports)
            return [
              `### ${kind === 'component' ? `\`<${item.name}>\`` : `\`${item.name}\``}`,
              ...(entries.length > 1 ? [`From \`${name}\`.`] : []),
              ...writeExport(item, schemaOf(item, exports)),
              ...(props ? [`**\`${props.name}\`**`, ...writeExport(props)] : []),
            ]
          }),
      )
      return sections.length === 0 ? [] : [`## ${heading}`, ...sections]
    }),
    ...entries.flatMap(({ others }) => (others ? writeOtherPages(others) : [])),
  ]
  return `${lines.join('\n\n')}\n`
}

const propsOf = ({ name, kind }: ExportDocs, exports: ExportDocs[]) =>
  kind === 'component' ? exports.find((item) => item.name === `${name}Props`) : undefined

/** The exported schema that a type is inferred from: `messageCta` of `MessageCta`. */
const schemaOf = ({ signature }: ExportDocs, exports: ExportDocs[]) =>
  exports.find(({ name }) => signature?.endsWith(` = z.output<typeof ${name}>`))?.name

/** The exports that have sections. That of a component describes its props too, and that of a type its schema. */
const withSection = (exports: ExportDocs[]): ExportDocs[] => {
  const others = new Set(exports.flatMap((item) => [propsOf(item, exports)?.name, schemaOf(item, exports)]))
  return exports.filter(({ name }) => !others.has(name))
}

const titleOf = ({ name, subject }: EntryPage) => `\`${name}\`${subject === undefined ? '' : `: ${subject}`}`

const writeOtherPages = (others: EntryPage[]): string[] => [
  '## On other pages',
  others
    .map(({ page, subject, exports }) => {
      const names = withSection(exports).map(({ name }) => `\`${name}\``)
      return `- [${subject}](${page}.md): ${names.join(', ')}`
    })
    .join('\n'),
]

const writeExport = ({ doc, signature, members }: ExportDocs, schema?: string): string[] => {
  const params = doc.params.map((param) => `- \`${param.name}\`: ${oneLine(param.text)}`)
  return [
    ...(doc.text === '' ? [] : [doc.text]),
    ...(schema === undefined ? [] : [`Schema: \`${schema}\`.`]),
    ...(signature === undefined || schema !== undefined ? [] : [`~~~ts\n${signature}\n~~~`]),
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

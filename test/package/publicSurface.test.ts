import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { partNames, stateParts } from '../../src/element/parts.ts'
import { attributeOf, settingNames, settings } from '../../src/element/settings.ts'
import { english } from '../../src/languages/en.ts'
import { usageOf } from '../../src/service/command/readArguments.ts'

// What docs/versions.md promises for all versions 1.x, by name. Exports have a snapshot of their own.

const read = (file: string) => readFileSync(file, 'utf8')
const allOf = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((match) => match.slice(1).join(' '))
const options = (usage: string) => allOf(usage, /^ {2}(--[a-z-]+)/gm)

/** The members of each type in a page of the reference, which a test compares with the sources. `?`: optional. */
const typesOf = (page: string): string[] => {
  const [heading = '', ...sections] = read(`docs/reference/${page}`).split(/\n(?:### |\*\*)/)
  // "tidings" of "# `tidings`: rows": an entry can have several pages.
  const entry = /`(.+?)`/.exec(heading)?.[1]
  return sections.flatMap((section) => {
    const name = /^`(.+?)`/.exec(section)?.[1]
    const members = allOf(section, /^\| `([^`]+)` \| `/gm)
    return members.length === 0 ? [] : [`${entry} ${name}: ${members.toSorted().join(' ')}`]
  })
}

interface Schema {
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  enum?: unknown[]
}

/** The fields of a JSON schema by path, with their enumerated values. */
const fieldsOf = ({ properties = {}, required = [], items, anyOf = [] }: Schema, path = ''): string[] => [
  ...Object.entries(properties).flatMap(([name, schema]) => [
    [`${path}${name}${required.includes(name) ? '' : '?'}`, ...(schema.enum ?? [])].join(' '),
    ...fieldsOf(schema, `${path}${name}.`),
  ]),
  ...[...(items ? [items] : []), ...anyOf].flatMap((schema) => fieldsOf(schema, path)),
]

const { paths } = JSON.parse(read('src/service/schemas/openapi.json')) as { paths: Record<string, object> }

/** Other tests compare the tables of theming.md and parts.md with the style sheets and the components. */
const surfaces: Record<string, string[]> = {
  'members of types: props, options, results, fields of the wire, events':
    readdirSync('docs/reference').flatMap(typesOf),
  'CSS variables and their defaults': allOf(read('docs/theming.md'), /^\| `(--[a-z-]+)` \| `(.+)` \| .+ \|$/gm),
  'classes, data attributes and states of parts': allOf(
    read('docs/parts.md'),
    /^\| `(\w+)` \| .+ \| (`\.[\w-]+` \| .+ \| .+) \|$/gm,
  ).map((row) => [row.split(' ')[0], ...allOf(row, /`([\w.-]+)`/g)].join(' ')),
  labels: Object.keys(english.labels),
  'properties and attributes of the element': settingNames.map((name) =>
    settings[name] ? `${name} ${attributeOf(name)}` : name,
  ),
  'parts and slots of the element': [
    ...[...partNames, ...stateParts].map((part) => `part ${part}`),
    ...['TidingsInboxElement', 'InboxElement'].flatMap((file) =>
      allOf(read(`src/element/${file}.tsx`), /<(slot) name="([a-z-]+)"/g),
    ),
  ],
  'options of the commands': [
    ...options(usageOf('tidings-service')),
    ...options(read('src/service/command/serveDev.ts')).map((option) => `dev ${option}`),
  ],
  'fields of the workspace file': fieldsOf(JSON.parse(read('src/service/schemas/workspace.schema.json')) as Schema),
  'operations of the service': Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  ),
  'metrics of the service': allOf(read('src/service/http/metrics.ts'), /^ +name: '(\w+)',$/gm),
  'error codes': allOf(read('src/client/errors/errorCode.ts'), /^ {2}(TIDINGS_\d{3}):/gm),
  'formats that browsers store and tabs exchange': [
    ...allOf(read('src/state/persistence/inboxStorage.ts'), /^const (formatVersion) = (\d+)$/gm),
    ...allOf(read('src/state/tabs/tabChannel.ts'), /^const (messageVersion) = (\d+)$/gm),
  ],
}

it.each(Object.entries(surfaces))('%s', (name, lines) => {
  expect(lines).not.toEqual([])
  expect(
    [...new Set(lines)].toSorted(),
    `The public surface has changed: ${name}. If a name was removed or renamed, or an option has become required, that ` +
      'is a new major version (docs/versions.md): keep the old name beside the new one. If something was only added, or ' +
      'a variable has another default, run this test with -u, and add a line to CHANGELOG.md.',
  ).toMatchSnapshot()
})

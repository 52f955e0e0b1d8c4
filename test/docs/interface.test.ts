import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  feedLimit,
  inboxNotification,
  maxEvents,
  maxRecipients,
  maxSubscribers,
  operations,
  triggerStatuses,
} from '../../src/contract/index.ts'
import * as samples from '../contract/samples.ts'
import { codeBlocksOf, readPage } from './codeBlocks.ts'

const page = readPage('docs/interface.md')
/** Sections by their number or name: "4.2", "6", "Idempotency". */
const sections = new Map(
  page.split(/^#{2,3} /m).map((text) => [/^\d+(?=\. )|^\d+\.\d+|^\w+/.exec(text)?.[0] ?? '', text] as const),
)
/** The types of the reference to which the page links, by their name in lower case. */
const types = new Map(
  ['contract', 'contract-server']
    .flatMap((name) => readPage(`docs/reference/${name}.md`).split(/^### /m))
    .map((text) => [/^`([A-Z]\w+)`/.exec(text)?.[1]?.toLowerCase(), text] as const),
)
const sectionOf = (name: string) => sections.get(name) ?? ''

/** The field names of a structure and of everything in it. */
const fieldsOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) =>
        Array.isArray(value) ? fieldsOf(inner) : [key, ...fieldsOf(inner)],
      )
    : []

it('docs/server.md has the smallest feed item', () => {
  const { code } =
    codeBlocksOf('docs/server.md', readPage('docs/server.md')).find((block) => block.code.includes('_jobId')) ?? {}
  const item = JSON.parse(code ?? '') as Record<string, unknown>
  expect(inboxNotification.parse(item)).toEqual(item)
  for (const name of Object.keys(item).filter((each) => each !== 'createdAt'))
    expect(inboxNotification.safeParse({ ...item, [name]: undefined }).success).toBe(false)
})

describe('the page of the interface', () => {
  it.each(Object.values(operations))(
    'has $method $path in the table of operations, and a section about it',
    ({ method, path }) => {
      const row = sectionOf('4')
        .split('\n')
        .find((line) => line.includes(`\`${method} ${path}\``))
      const [, section = ''] = /^\| (4\.\d) \|/.exec(row ?? '') ?? []
      expect(sections.has(section)).toBe(true)
    },
  )

  it.each([
    ['Subscriber', { ...samples.subscriber, channels: [], data: {} }],
    ['ChannelSettings', { ...samples.channelSettings, credentials: {} }],
    ['ChannelCredentials', samples.channelCredentials],
    ['InboxNotification', { ...samples.notification, cta: {}, payload: {}, data: {}, overrides: {} }],
    [
      'MessageCta',
      { ...samples.cta, action: { ...samples.cta.action, result: { ...samples.cta.action.result, payload: {} } } },
    ],
  ])('links to the fields of %s', (name, sample) => {
    const slugs = [...sectionOf('2.1').matchAll(/contract(?:-server)?\.md#(\w+)\)/g)].map(([, slug = '']) => slug)
    expect(slugs).toContain(name.toLowerCase())
    const text = slugs.map((slug) => types.get(slug)).join('\n')
    expect(fieldsOf(sample).filter((field) => !new RegExp(`(?<!\\w)${field}(?!\\w)`).test(text))).toEqual([])
  })

  it.each([
    ['2.3', samples.triggerResult],
    ['4.2', { ...samples.feedPage, data: [] }],
    ['4.4', samples.bulkSubscribersResult],
  ])('names every field of %s', (section, sample) => {
    const text = sectionOf(section)
    expect(fieldsOf(sample).filter((field) => !new RegExp(`(?<!\\w)${field}(?!\\w)`).test(text))).toEqual([])
  })

  it('has the values and limits of the contract', () => {
    expect(triggerStatuses.filter((status) => !sectionOf('2.3').includes(`\`${status}\``))).toEqual([])
    const most = [maxSubscribers, maxEvents, maxRecipients, feedLimit.max].map(String)
    expect([...sectionOf('7').matchAll(/\(4\.\d\) \| (\d+)/g)].map(([, number]) => number)).toEqual(most)
  })

  it('is cited by subject, not by section number: readers of the code do not have it open', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))
    const cited = files.flatMap((file) =>
      [...readFileSync(join('src', file), 'utf8').matchAll(/\([1-9]\.\d+\b|\bpart \d\b/g)].map(
        ([number]) => `${file}: ${number}`,
      ),
    )
    expect(cited).toEqual([])
  })
})

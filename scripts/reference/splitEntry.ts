import type { EntryDocs, ExportDocs } from './describeEntry.ts'

/** A page of the reference about an entry, or about some of its exports. */
export interface EntryPage extends EntryDocs {
  /** What the exports of this page are about, if the entry has several pages. */
  subject?: string
  /** The other pages of the entry. */
  others?: EntryPage[]
}

interface Part {
  page: string
  subject: string
  /** Folders and files below src/. Those in no part are on the first page. */
  sources?: RegExp
}

/** Entries with more exports than a page of the site can have, which is limited to 100 kB. */
const partsOf: Readonly<Record<string, readonly Part[]>> = {
  tidings: [
    { page: 'tidings', subject: 'inbox' },
    { page: 'tidings-list', subject: 'panel and list', sources: /^components\/(base|feed|feedback|panel)\// },
    { page: 'tidings-rows', subject: 'rows', sources: /^(components\/(content|item)|content|contract)\// },
    {
      page: 'tidings-preferences',
      subject: 'preferences and language',
      sources: /^(components\/(edits|language|preferences|schedule)|schedule)\//,
    },
  ],
  'tidings/contract': [
    { page: 'contract', subject: 'inbox' },
    {
      page: 'contract-server',
      subject: 'subscribers and sending',
      sources:
        /^contract\/(appendCredentials|bulk\w+|channel\w*|integration|message|stepFilter|subscriber|workflow|extensions\/(deletedSubscriber|messageList))\.ts$/,
    },
  ],
}

/** The pages of an entry. */
export const splitEntry = (entry: EntryDocs): EntryPage[] => {
  const [first, ...rest] = partsOf[entry.name] ?? []
  if (!first) return [entry]
  const partFor = ({ source }: ExportDocs) => rest.find(({ sources }) => sources?.test(source)) ?? first
  const pages = [first, ...rest].map((part) => ({
    ...entry,
    ...part,
    includes: part === first ? entry.includes : [],
    exports: entry.exports.filter((item) => partFor(item) === part),
  }))
  return pages.map((page) => ({ ...page, others: pages.filter((other) => other !== page) }))
}

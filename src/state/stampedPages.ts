import type { StampedPage } from './mergePages.ts'

const hasPages = (data: unknown): data is { pages: StampedPage[] } =>
  typeof data === 'object' && data !== null && 'pages' in data
const isStamped = (data: unknown): data is StampedPage =>
  typeof data === 'object' && data !== null && 'requestedAt' in data

/** Every stamped page in a cache entry: a list's pages, its heads, or the page of a count. */
export const stampedPages = (data: unknown): StampedPage[] =>
  [hasPages(data) ? data.pages : data].flat().filter(isStamped)

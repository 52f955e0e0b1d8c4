const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }

const decodeEntity = (entity: string, name: string): string => {
  if (!name.startsWith('#')) return entities[name.toLowerCase()] ?? entity
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10)
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity
}

/**
 * The words of a piece of HTML, to be shown as text while its sanitiser is on its way. It is no sanitiser itself: what it
 * returns may still hold a tag that it did not recognise, and is safe as text alone.
 *
 * By text, not by the browser's parser: a page that demands trusted types refuses to parse what was not sanitised.
 */
export const htmlToText = (html: string): string =>
  html
    .replaceAll(/<!--[^]*?(?:-->|$)/g, '')
    .replaceAll(/<(script|style|template|title|noscript|iframe|textarea)\b[^]*?(?:<\/\1\s*>|$)/gi, '')
    .replaceAll(/<(?:br|hr|\/(?:p|div|li|ul|ol|tr|blockquote|pre|h[1-6]))\b[^>]*>/gi, '\n')
    .replaceAll(/<\/?[a-z!?][^>]*(?:>|$)/gi, '')
    .replaceAll(/&(#?\w{1,8});/g, decodeEntity)
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()

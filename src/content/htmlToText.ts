import { decodeEntity } from './decodeEntity.ts'

/**
 * Extracts the text of HTML, which is shown while the sanitizer is loading. It is no sanitizer: the result may contain
 * a tag that it did not recognize, and is safe only as text.
 *
 * A tag without an end reaches to the end of the text, as in a browser. An expression that failed there would read the
 * rest of the text again for each further tag.
 *
 * It uses regular expressions, not the browser's parser: with required trusted types, a browser does not parse
 * unsanitized HTML.
 */
export const htmlToText = (html: string): string =>
  html
    .replaceAll(/<!--[^]*?(?:-->|$)/g, '')
    .replaceAll(/<(script|style|template|title|noscript|iframe|textarea)\b[^]*?(?:<\/\1\s*>|$)/gi, '')
    .replaceAll(/<(?:br|hr|\/(?:p|div|li|ul|ol|tr|blockquote|pre|h[1-6]))\b[^>]*(?:>|$)/gi, '\n')
    .replaceAll(/<\/?[a-z!?][^>]*(?:>|$)/gi, '')
    .replaceAll(/&(#?\w{1,8});/g, (entity, name: string) => decodeEntity(name) ?? entity)
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()

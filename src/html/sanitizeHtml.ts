import type { Config, DOMPurify } from 'dompurify'
import { SetupError } from '../client/errors/SetupError.ts'
import type { HtmlSanitizer } from '../components/content/ContentProvider.tsx'
import { linkTarget, safeUrl } from '../content/safeUrl.ts'

/** A noncharacter of Unicode, reserved for internal use: no text contains it. */
const marker = '\uFDD0'

/**
 * The names of event handlers, `style` and `src`, wherever a parser could find an attribute. Words of a text match too.
 */
const inline = /(?<=[\s/"'])(on|style|src)(?=[a-z]*(?:[\s=/>]|$))/gi
/** The name of a `<style>` element. */
const sheet = /(?<=<\/?)style(?=[\s/>]|$)/gi

/**
 * Renames event handlers, styles, sources and style sheets, so that they mean nothing to a browser. The sanitizer
 * removes them anyway, but it has to parse them first. A strict content security policy makes browsers report
 * violations during that parse.
 *
 * This is no sanitizer: the browser merely reports a name that it overlooks. Words of the text that look like such a
 * name are marked too. `showInline` restores them.
 * @returns HTML with the same structure: `<noembed>` contains raw text as `<style>` does.
 */
const hideInline = (html: string): string => html.replace(sheet, 'noembed').replace(inline, `$1${marker}`)

/** Reverts `hideInline` in a text or in the value of an attribute. */
const showInline = (text: string): string => text.replaceAll(marker, '')

/**
 * The elements and attributes for formatted text. None of them loads anything: an image would reveal who reads, and
 * when.
 */
const config = {
  ALLOWED_TAGS: [
    'a',
    'abbr',
    'b',
    'bdi',
    'blockquote',
    'br',
    'code',
    'del',
    'div',
    'em',
    'i',
    'ins',
    'kbd',
    'li',
    'mark',
    'ol',
    'p',
    'pre',
    'q',
    's',
    'small',
    'span',
    'strong',
    'sub',
    'sup',
    'u',
    'ul',
  ],
  ALLOWED_ATTR: ['href', 'dir', 'lang'],
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
  RETURN_TRUSTED_TYPE: true,
} satisfies Config

interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createHTML: (html: string) => string; createScriptURL: (url: string) => string },
  ) => Config['TRUSTED_TYPES_POLICY']
}

type Sanitize = (html: string) => string | TrustedHTML

/**
 * The key of the sanitizer that the copies of the package in a page share: a page with a list of policies allows one of
 * each name. They do not share the policy itself, because it would trust the HTML of everybody.
 */
const shared = Symbol.for('tidings.sanitizer')
const page = globalThis as { [shared]?: Sanitize; trustedTypes?: TrustedTypes }

/** The policy `tidings`, which pages with a list of policies must allow. It rejects URLs of scripts. */
const createPolicy = () =>
  page.trustedTypes?.createPolicy('tidings', { createHTML: (html) => html, createScriptURL: () => '' })

const restrictLink = (element: Element) => {
  if (element.tagName !== 'A') return
  const href = safeUrl(element.getAttribute('href'))
  if (href === undefined) return element.removeAttribute('href')
  for (const [name, value] of Object.entries(linkTarget(href))) element.setAttribute(name, value)
}

/** The oldest version that is tested. Older versions have known bypasses. */
const oldest = '3.4.0'

const isOld = (version: string) => {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major < 3 || (major === 3 && minor < 4)
}

const load = async () => {
  try {
    return (await import('dompurify')).default
  } catch (cause) {
    const explanation = {
      what: 'the package dompurify failed to load.',
      cure: `Install it: npm install dompurify@^${oldest}`,
    }
    throw new SetupError('TIDINGS_208', 'sanitizeHtml', explanation, { cause })
  }
}

const prepare = async (loadPurify: () => Promise<DOMPurify>): Promise<Sanitize> => {
  const loaded = await loadPurify()
  if (isOld(loaded.version))
    throw new SetupError('TIDINGS_208', 'sanitizeHtml', {
      what: `DOMPurify ${loaded.version} is installed, which is too old: ${oldest} or later is needed.`,
      cure: `Install it: npm install dompurify@^${oldest}`,
    })
  if (page[shared]) return page[shared]
  // A separate instance: hooks on the shared one would change the results of the app's own calls.
  const purify = loaded(window)
  purify.addHook('uponSanitizeElement', (node) => {
    if (node.nodeType === Node.TEXT_NODE && node.nodeValue) node.nodeValue = showInline(node.nodeValue)
  })
  purify.addHook('uponSanitizeAttribute', (_element, attribute) => {
    attribute.attrValue = showInline(attribute.attrValue)
  })
  purify.addHook('afterSanitizeAttributes', restrictLink)
  const policy = createPolicy()
  const options = { ...config, ...(policy && { TRUSTED_TYPES_POLICY: policy }) }
  // DOMPurify returns a text without tags as it is, so there is nothing to hide, and no hook would restore it.
  const sanitize: Sanitize = (html) => purify.sanitize(html.includes('<') ? hideInline(html) : html, options)
  if (policy) page[shared] = sanitize
  return sanitize
}

/**
 * A sanitizer that loads DOMPurify with the first HTML.
 * @param loadPurify loads DOMPurify. Default: the package `dompurify`.
 */
export const createHtmlSanitizer = (loadPurify: () => Promise<DOMPurify> = load): HtmlSanitizer => {
  let ready: ((html: string) => string | TrustedHTML) | undefined
  let loading: Promise<(html: string) => string | TrustedHTML> | undefined
  return (html) => {
    if (ready) return ready(html)
    loading ??= prepare(loadPurify).then(
      (sanitize) => (ready = sanitize),
      (error: unknown) => {
        // The next HTML tries to load it again.
        loading = undefined
        throw error
      },
    )
    return loading.then((sanitize) => sanitize(html))
  }
}

/**
 * The optional sanitizer of HTML content: `<Inbox content={{ html: sanitizeHtml }} />`. It preserves formatted text,
 * and links that `safeUrl` allows. It removes images, styles, forms and everything else that loads or runs.
 *
 * It requires the package `dompurify` 3.4 or later, and loads it with the first HTML. Without it, the inbox shows the
 * content as plain text, and an `error` event of the window says what to install. A page that requires trusted types
 * must allow the policy `tidings`: `require-trusted-types-for 'script'; trusted-types tidings`.
 */
export const sanitizeHtml: HtmlSanitizer = createHtmlSanitizer()

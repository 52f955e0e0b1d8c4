import type { Config, DOMPurify } from 'dompurify'
import { SetupError } from '../client/errors/SetupError.ts'
import type { HtmlSanitizer } from '../components/content/ContentProvider.tsx'
import { linkTarget, safeUrl } from '../content/safeUrl.ts'

/** A character that Unicode keeps free for uses such as this: no text holds it. */
const marker = '\uFDD0'

/** The name of a handler, of `style` or `src`, wherever a parser could find one. Words of a text are among them. */
const inline = /(?<=[\s/"'])(on|style|src)(?=[a-z]*(?:[\s=/>]|$))/gi
/** The name of a style sheet's element. */
const sheet = /(?<=<\/?)style(?=[\s/>]|$)/gi

/**
 * Gives handlers, styles, sources and style sheets names that mean nothing to a browser. A sanitiser takes them out anyway, but it has
 * to parse them first, and a browser reports them there already, as breaches of the policy of a page that allows none.
 *
 * This is no sanitiser: what it overlooks is only reported. Words of the text that look like such a name are marked too, and
 * `showInline` gives them back.
 * @returns HTML that is parsed as before: `<noembed>` holds raw text as `<style>` does.
 */
const hideInline = (html: string): string => html.replace(sheet, 'noembed').replace(inline, `$1${marker}`)

/** Undoes `hideInline` in a text, or in the value of an attribute, that came out of its HTML. */
const showInline = (text: string): string => text.replaceAll(marker, '')

/** What a notification needs to be read. Nothing here loads anything: a picture would tell its host who reads when. */
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

/** The browser's trusted types, where it has them. */
interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createHTML: (html: string) => string; createScriptURL: (url: string) => string },
  ) => Config['TRUSTED_TYPES_POLICY']
}

/** One policy, under a name of ours: pages that list their policies add `tidings`. Addresses of scripts it refuses. */
const createPolicy = (): Pick<Config, 'TRUSTED_TYPES_POLICY'> => {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  const policy = trustedTypes?.createPolicy('tidings', { createHTML: (html) => html, createScriptURL: () => '' })
  return policy ? { TRUSTED_TYPES_POLICY: policy } : {}
}

const keepSafeLinks = (element: Element) => {
  if (element.tagName !== 'A') return
  const href = safeUrl(element.getAttribute('href'))
  if (href === undefined) return element.removeAttribute('href')
  for (const [name, value] of Object.entries(linkTarget(href))) element.setAttribute(name, value)
}

/** The oldest version that is tested. Older ones also let through what newer ones take out. */
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

const prepare = async (loadPurify: () => Promise<DOMPurify>): Promise<(html: string) => string | TrustedHTML> => {
  const shared = await loadPurify()
  if (isOld(shared.version))
    throw new SetupError('TIDINGS_208', 'sanitizeHtml', {
      what: `DOMPurify ${shared.version} is installed, which is too old: ${oldest} or later is needed.`,
      cure: `Install it: npm install dompurify@^${oldest}`,
    })
  // An instance of our own: hooks on the shared one would change what the host's own calls return.
  const purify = shared(window)
  purify.addHook('uponSanitizeElement', (node) => {
    if (node.nodeType === Node.TEXT_NODE && node.nodeValue) node.nodeValue = showInline(node.nodeValue)
  })
  purify.addHook('uponSanitizeAttribute', (_element, attribute) => {
    attribute.attrValue = showInline(attribute.attrValue)
  })
  purify.addHook('afterSanitizeAttributes', keepSafeLinks)
  const options = { ...config, ...createPolicy() }
  return (html) => purify.sanitize(hideInline(html), options)
}

/**
 * Makes a sanitiser that loads DOMPurify with the first HTML that it is given.
 * @param loadPurify how to get it.
 */
export const createHtmlSanitizer = (loadPurify: () => Promise<DOMPurify> = load): HtmlSanitizer => {
  let ready: ((html: string) => string | TrustedHTML) | undefined
  let loading: Promise<(html: string) => string | TrustedHTML> | undefined
  return (html) => {
    if (ready) return ready(html)
    loading ??= prepare(loadPurify).then(
      (sanitize) => (ready = sanitize),
      (error: unknown) => {
        // A request that failed may succeed with the next HTML.
        loading = undefined
        throw error
      },
    )
    return loading.then((sanitize) => sanitize(html))
  }
}

/**
 * The optional sanitiser of HTML content: `<Inbox content={{ html: sanitizeHtml }} />`. It keeps what formats text, and links
 * by the rules of safeUrl; pictures, styles, forms and everything else that loads or runs is taken out.
 *
 * It needs the package `dompurify`, which is loaded with the first HTML; without it, or with a version before 3.4,
 * the words are shown as text, and the page's `error` event says what to install. Where a page demands trusted types, it allows the policy `tidings`:
 * `require-trusted-types-for 'script'; trusted-types tidings`.
 */
export const sanitizeHtml: HtmlSanitizer = createHtmlSanitizer()

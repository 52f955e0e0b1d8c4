import DOMPurify from 'dompurify'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { safeUrl } from '../../src/content/safeUrl.ts'
import { createHtmlSanitizer, sanitizeHtml } from '../../src/html/sanitizeHtml.ts'
import { payloads } from './payloads.ts'

const clean = async (html: string) => String(await sanitizeHtml(html))

/** The elements and attributes of HTML, parsed in a document that runs and loads nothing. */
const partsOf = (html: string) => {
  const elements = [...new DOMParser().parseFromString(html, 'text/html').body.querySelectorAll('*')]
  return {
    tags: new Set(elements.map(({ localName }) => localName)),
    attributes: new Set(elements.flatMap((element) => element.getAttributeNames())),
    links: elements.flatMap((element) => element.getAttribute('href') ?? []),
  }
}

describe('sanitizeHtml', () => {
  it('preserves formatted text', async () => {
    const html =
      '<p>Hello <strong>Ada</strong>, <em>look</em>:<br>a <a href="/x?y=1#z">page</a></p><ul><li><code>1</code></li></ul>'
    expect(await clean(html)).toBe(html)
  })

  it('opens other sites in a new tab, without a referrer or an opener', async () => {
    expect(await clean('<a href="https://elsewhere.example/x" target="_self" rel="opener">x</a>')).toBe(
      '<a href="https://elsewhere.example/x" target="_blank" rel="noopener noreferrer">x</a>',
    )
  })

  it.each(Object.entries(payloads))('removes %s', async (_what, payload) => {
    const { tags, attributes, links } = partsOf(await clean(payload))
    const allowed =
      'a abbr b bdi blockquote br code del div em i ins kbd li mark ol p pre q s small span strong sub sup u ul'.split(
        ' ',
      )
    expect([...tags].filter((tag) => !allowed.includes(tag))).toEqual([])
    expect([...attributes].filter((name) => !['href', 'target', 'rel', 'dir', 'lang'].includes(name))).toEqual([])
    expect(links.filter((href) => safeUrl(href) !== href)).toEqual([])
  })

  it('preserves words and links that look like event handlers or styles', async () => {
    const text = 'A style = one of many, only once on/off: set onload = "x"'
    expect(await clean(`<p style="color: red" onclick="x()">${text}</p>`)).toBe(`<p>${text}</p>`)
    expect(await clean('Ada commented on your post &amp; style')).toBe('Ada commented on your post &amp; style')
    expect(await clean('<a href=/style/one>x</a>')).toBe('<a href="/style/one">x</a>')
    expect(await clean('<style>p { color: red }</style>x')).toBe('x')
  })

  it('returns synchronously after DOMPurify is loaded', async () => {
    const sanitize = createHtmlSanitizer()
    expect(sanitize('<b>x</b>')).toBeInstanceOf(Promise)
    await sanitize('')
    expect(sanitize('<b>x</b><script>alert(1)</script>')).toBe('<b>x</b>')
  })

  it('does not change the DOMPurify of the app', async () => {
    await clean('<b>x</b>')
    expect(DOMPurify.sanitize('<a href="//elsewhere.example" class="x">x</a>')).toBe(
      '<a href="//elsewhere.example" class="x">x</a>',
    )
  })

  it('rejects a DOMPurify before 3.4', async () => {
    const ofVersion = (version: string) =>
      createHtmlSanitizer(() => Promise.resolve(Object.assign(DOMPurify(window), { version })))
    for (const version of ['2.5.8', '3.3.9'])
      await expect(ofVersion(version)('<b>x</b>')).rejects.toMatchObject({
        code: 'TIDINGS_208',
        message: expect.stringContaining(`DOMPurify ${version}`),
      })
  })

  it('rejects if DOMPurify fails to load, and tries again with the next HTML', async () => {
    const load = vi.fn(() => Promise.resolve(DOMPurify)).mockRejectedValueOnce(new Error('No network'))
    const sanitize = createHtmlSanitizer(load)
    const failed = [sanitize('<b>x</b>'), sanitize('<b>y</b>')]
    for (const each of failed) await expect(each).rejects.toThrow('No network')
    expect(load).toHaveBeenCalledOnce()
    expect(await sanitize('<b>x</b>')).toBe('<b>x</b>')
  })

  it('creates the policy of the page once, also for two copies of the package', async () => {
    const names = new Set<string>()
    vi.stubGlobal('trustedTypes', {
      createPolicy: (name: string, rules: object) => {
        if (names.has(name)) throw new TypeError(`Policy with name "${name}" already exists`)
        names.add(name)
        return rules
      },
    })
    onTestFinished(() => {
      vi.unstubAllGlobals()
      Reflect.deleteProperty(globalThis, Symbol.for('tidings.sanitizer'))
    })
    const [first, second] = [createHtmlSanitizer(), createHtmlSanitizer()]
    expect(String(await first('<b onclick="x">1</b>'))).toBe('<b>1</b>')
    expect(String(await second('<b onclick="x">2</b>'))).toBe('<b>2</b>')
    expect([...names]).toEqual(['tidings'])
  })
})

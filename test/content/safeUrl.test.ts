// @vitest-environment node
// A page of jsdom does not let a test replace its location.
import { afterEach, describe, expect, it, vi } from 'vitest'
import { isSamePageUrl, linkTarget, pageOf, pathInSite, safeUrl } from '../../src/content/safeUrl.ts'

afterEach(() => vi.unstubAllGlobals())

describe('safeUrl', () => {
  it.each([
    'https://example.com',
    'http://example.com/path?query=1#fragment',
    'HTTPS://EXAMPLE.COM/',
    'https://example.com:8443/a:b@c',
    'https://[::1]:3000/',
    'mailto:pia@example.com?subject=Hello%20there',
    'tel:+41-44-000-00-00',
    '/',
    '/posts/1?tab=2#comment-3',
    '/a//b',
    '/javascript:alert(1)',
    '?tab=unread',
    '#comment-3',
  ])('allows %s', (url) => {
    expect(safeUrl(url)).toBe(url)
  })

  it('removes white space around a URL', () => {
    expect(safeUrl('  /posts/1\n')).toBe('/posts/1')
  })

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['an empty text', ''],
    ['white space', ' \t '],
    ['a script', 'javascript:alert(1)'],
    ['a script in capitals', 'JaVaScRiPt:alert(1)'],
    ['a script behind a space', ' javascript:alert(1)'],
    ['a script behind a control character', '\u0001javascript:alert(1)'],
    ['a script broken by a tab', 'java\tscript:alert(1)'],
    ['a script broken by a line', 'java\nscript:alert(1)'],
    ['a script broken by a zero-width space', 'java\u200bscript:alert(1)'],
    ['a script with entities', '&#106;avascript:alert(1)'],
    ['a script with an encoded colon', 'javascript%3Aalert(1)'],
    ['data', 'data:text/html,<script>alert(1)</script>'],
    ['vbscript', 'vbscript:msgbox(1)'],
    ['a blob', 'blob:https://example.com/1'],
    ['a file', 'file:///etc/passwd'],
    ['source', 'view-source:https://example.com'],
    ['another host without a scheme', '//evil.example/x'],
    ['another host behind a backslash', '/\\evil.example'],
    ['another host behind two backslashes', '\\\\evil.example'],
    ['another host behind a tab', '/\t/evil.example'],
    ['another host behind a line', '/\n/evil.example'],
    ['another host in an odd address', 'https:\\\\evil.example'],
    ['a scheme without slashes', 'https:evil.example'],
    ['a scheme with one slash', 'https:/evil.example'],
    ['a scheme with three slashes', 'https:///evil.example'],
    ['a host in disguise', 'https://bank.example@evil.example/'],
    ['a host with a password', 'https://bank.example:pass@evil.example/'],
    ['a host that can not be', 'https://%'],
    ['text that turns its direction', 'https://example.com/\u202Efdp.exe'],
    ['an empty mail address', 'mailto:'],
    ['a mail address behind another character', '.mailto:pia@example.com'],
    ['a path without a start', 'posts/1'],
    ['a path upwards', '../posts'],
    ['a name', 'example.com'],
  ])('rejects %s', (_what, url) => {
    expect(safeUrl(url)).toBeUndefined()
  })

  it.each([
    ['/files/My report.pdf', '/files/My%20report.pdf'],
    ['/teams/❤️', '/teams/❤%EF%B8%8F'],
    ['/teams/👩\u200D💻/chat', '/teams/👩%E2%80%8D💻/chat'],
    ['/مقالات/می\u200Cخواهم', '/مقالات/می%E2%80%8Cخواهم'],
    ['https://example.com/a b?c d=e f#g h', 'https://example.com/a%20b?c%20d=e%20f#g%20h'],
    ['https://example.com/a%20b c', 'https://example.com/a%20b%20c'],
    ['/詳細\u3000一覧', '/詳細%E3%80%80一覧'],
    ['/prices/5\u00A0€', '/prices/5%C2%A0€'],
    ['/copied\u200B/\u00ADtext\uFEFF/x', '/copied%E2%80%8B/%C2%ADtext%EF%BB%BF/x'],
    ['/flags/🏴\u{E0067}\u{E007F}', '/flags/🏴%F3%A0%81%A7%F3%A0%81%BF'],
    ['?q=My report', '?q=My%20report'],
    ['#My report', '#My%20report'],
    ['?path=C:\\Users', '?path=C:%5CUsers'],
    ['/open#\\\\server', '/open#%5C%5Cserver'],
    ['/ /evil.example', '/%20/evil.example'],
    ['/\u200B/evil.example', '/%E2%80%8B/evil.example'],
    ['mailto:pia@example.com?subject=Hello there', 'mailto:pia@example.com?subject=Hello%20there'],
    ['tel:+41 44 000 00 00', 'tel:+41%2044%20000%2000%2000'],
  ])('encodes what is hidden in %s', (url, href) => {
    expect(safeUrl(url)).toBe(href)
    expect(safeUrl(href)).toBe(href)
  })

  it('returns no white space, control character or invisible character, and allows none in a host or a scheme', () => {
    const invisible = /[\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Control}\p{Format}\p{Surrogate}]/u
    const codePoints = Array.from({ length: 0x11_0000 }, (_, code) => String.fromCodePoint(code))
    const hidden = [...codePoints.filter((char) => invisible.test(char)), '\u2800']
    expect(hidden.length).toBeGreaterThan(6_000)
    const inPath = (char: string) => safeUrl(`https://example.com/a${char}b`)
    const encoded = (char: string) => `https://example.com/a${encodeURIComponent(char)}b`
    expect(hidden.filter((char) => inPath(char) !== undefined && inPath(char) !== encoded(char))).toEqual([])
    const never = /[\p{Control}\p{Surrogate}\p{Bidi_Control}\p{Zl}\p{Zp}]/u
    expect(hidden.filter((char) => never.test(char) && inPath(char) !== undefined)).toEqual([])
    const elsewhere = (char: string) => [
      `https://exa${char}mple.com/`,
      `https:/${char}/evil.example`,
      `java${char}script:alert(1)`,
      `x${char}/y`,
      `ht${char}tps://x`,
    ]
    expect(hidden.flatMap(elsewhere).filter((url) => safeUrl(url) !== undefined)).toEqual([])
    // Letters, signs and emoji of all scripts are visible.
    expect(safeUrl('https://example.com/日本/é/🎉/ß')).toBeDefined()
  })

  it('never allows a URL that browsers parse as another host or scheme', () => {
    const parts = [
      '/',
      '\\',
      '//',
      'https:',
      'javascript:',
      '\t',
      'evil.example',
      '@',
      '?',
      '#',
      ' ',
      'a:',
      '\u200B',
      '%',
    ]
    for (const first of parts)
      for (const second of parts)
        for (const third of parts) {
          const href = safeUrl(first + second + third)
          if (href === undefined || href.startsWith('https://')) continue
          const { origin } = new URL(href, 'https://home.example/page')
          expect(origin, href).toBe('https://home.example')
        }
  })
})

describe('linkTarget', () => {
  const targetOf = (href: string, here: string | undefined) => {
    vi.stubGlobal('location', here && new URL(here))
    return linkTarget(href)
  }
  const newTab = { target: '_blank', rel: 'noopener noreferrer' }

  it.each([
    '/posts/1',
    '/sign-in?next=https://elsewhere.example',
    '#comment-3',
    'mailto:pia@example.com',
    'https://app.example/posts/1',
    'HTTPS://APP.EXAMPLE',
  ])('opens %s in this tab', (href) => {
    expect(targetOf(href, 'https://app.example/inbox')).toEqual({ href })
  })

  it.each(['https://elsewhere.example', 'HTTPS://ELSEWHERE.EXAMPLE', 'http://app.example', 'https://app.example:8443'])(
    'opens %s in a new tab, which learns nothing about this one',
    (href) => {
      expect(targetOf(href, 'https://app.example/inbox')).toEqual({ href, ...newTab })
    },
  )

  it('opens a page of the site in this tab of a frame without an address of its own', () => {
    vi.stubGlobal('origin', 'https://app.example')
    for (const here of ['about:srcdoc', 'about:blank']) {
      expect(targetOf('https://app.example/posts/1', here)).toEqual({ href: 'https://app.example/posts/1' })
      expect(targetOf('https://elsewhere.example', here)).toEqual({ href: 'https://elsewhere.example', ...newTab })
    }
  })

  it('opens every site in a new tab where no page has an address', () => {
    expect(targetOf('https://app.example', undefined)).toEqual({ href: 'https://app.example', ...newTab })
  })
})

describe('pathInSite', () => {
  it.each<[string, string | undefined]>([
    ['/posts/1?tab=2#comment-3', '/posts/1?tab=2#comment-3'],
    ['/login?next=https://app.example/orders', '/login?next=https://app.example/orders'],
    ['https://app.example/login?next=https://app.example', '/login?next=https://app.example'],
    ['/go#https://app.example/orders', '/go#https://app.example/orders'],
    ['/https://app.example/orders', '/https://app.example/orders'],
    ['https://app.example', '/'],
    ['https://app.example?tab=2', '/?tab=2'],
    ['https://app.example#top', '/#top'],
    ['HTTPS://APP.EXAMPLE/Orders', '/Orders'],
    ['https://app.example:443/orders', '/orders'],
    ['?tab=team', '/inbox/all?tab=team'],
    ['?next=https://app.example/', '/inbox/all?next=https://app.example/'],
    ['#comment-3', undefined],
    ['https://app.example.evil/orders', undefined],
    ['https://app.example:8443/orders', undefined],
    ['http://app.example/orders', undefined],
    ['https://elsewhere.example/?next=https://app.example/', undefined],
    ['mailto:pia@app.example', undefined],
    ['tel:+41', undefined],
    // A router would navigate to this host.
    ['https://app.example//evil.example', undefined],
    ['/.//evil.example', undefined],
    ['/posts/..//evil.example', undefined],
  ])('%s is %s', (href, path) => {
    expect(safeUrl(href)).toBe(href)
    expect(pathInSite(href, 'https://app.example/inbox/all?tab=1#row', 'https://app.example')).toBe(path)
  })

  it('follows the base of the document', () => {
    expect(pathInSite('?tab=team', 'https://app.example/portal/', 'https://app.example')).toBe('/portal/?tab=team')
    expect(pathInSite('/orders', 'https://cdn.example/', 'https://app.example')).toBeUndefined()
    expect(pathInSite('/orders', 'about:srcdoc', 'https://app.example')).toBeUndefined()
  })
})

describe('pageOf', () => {
  it.each([
    ['/posts/1?tab=2#comment-3', 'https://app.example/inbox', 'https://app.example/posts/1?tab=2#comment-3'],
    ['https://elsewhere.example', 'https://app.example/inbox', 'https://elsewhere.example/'],
    ['#comment-3', 'https://app.example/inbox', undefined],
    ['?tab=2', 'https://app.example/inbox', undefined],
    ['javascript:alert(1)', 'https://app.example/inbox', undefined],
    [null, 'https://app.example/inbox', undefined],
    ['/posts/1', 'about:srcdoc', undefined],
  ])('is the page of %s in %s', (url, here, page) => {
    expect(pageOf(url, new URL(here))?.href).toBe(page)
  })
})

describe('isSamePageUrl', () => {
  it.each([
    ['https://app.example/posts/1?tab=2#comment-3', true],
    ['https://app.example/posts/1', false],
    ['https://app.example/posts/2?tab=2', false],
    ['https://elsewhere.example/posts/1?tab=2', false],
  ])('%s is the same page: %s', (url, isSame) => {
    expect(isSamePageUrl(new URL(url), new URL('https://app.example/posts/1?tab=2'))).toBe(isSame)
  })
})

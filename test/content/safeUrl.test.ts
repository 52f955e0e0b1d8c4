// @vitest-environment node
// A page of jsdom does not let a test replace its location.
import { afterEach, describe, expect, it, vi } from 'vitest'
import { isSamePageUrl, linkTarget, pageOf, safeUrl } from '../../src/content/safeUrl.ts'

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

  it('rejects every white space, control character and invisible character', () => {
    const invisible = /[\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Control}\p{Format}\p{Surrogate}]/u
    const codePoints = Array.from({ length: 0x11_0000 }, (_, code) => String.fromCodePoint(code))
    const hidden = [...codePoints.filter((char) => invisible.test(char)), '\u2800']
    expect(hidden.length).toBeGreaterThan(6_000)
    expect(hidden.filter((char) => safeUrl(`https://example.com/a${char}b`) !== undefined)).toEqual([])
    // Letters, signs and emoji of all scripts are visible.
    expect(safeUrl('https://example.com/日本/é/🎉/ß')).toBeDefined()
  })

  it('never allows a URL that browsers parse as another host or scheme', () => {
    const parts = ['/', '\\', '//', 'https:', 'javascript:', '\t', 'evil.example', '@', '?', '#', ' ', 'a:']
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

  it('opens every site in a new tab where no page has an address', () => {
    expect(targetOf('https://app.example', undefined)).toEqual({ href: 'https://app.example', ...newTab })
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

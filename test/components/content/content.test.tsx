import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  ContentProvider,
  type ContentFormat,
  type ContentParser,
  type HtmlSanitizer,
} from '../../../src/components/content/ContentProvider.tsx'
import { NotificationItem } from '../../../src/components/item/NotificationItem.tsx'
import { parseRichText } from '../../../src/content/parseRichText.ts'
import { safeUrl } from '../../../src/content/safeUrl.ts'
import type { InboxNotification } from '../../../src/contract/inboxNotification.ts'
import { sanitizeHtml } from '../../../src/html/index.ts'
import { createTestService, makeNotification } from '../../../src/testing/index.ts'
import { payloads } from '../../html/payloads.ts'
import { showInbox } from '../../regressions/showInbox.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const show = (fields: Partial<InboxNotification>, content?: ContentFormat, onOpen = vi.fn()) => {
  const view = (notification: InboxNotification) => (
    <ContentProvider content={content}>
      <NotificationItem notification={notification} onOpen={onOpen} />
    </ContentProvider>
  )
  const notification = makeNotification(1, { subject: 'A subject', ...fields })
  const { rerender } = render(view(notification))
  return {
    onOpen,
    article: screen.getByRole('article'),
    content: () => document.querySelector('.tidings-item-content'),
    update: (changed: Partial<InboxNotification>) => rerender(view({ ...notification, ...changed })),
  }
}
const text = '**Bold**, *italic*,\n[a page](/x) and <b>HTML</b> at https://example.com/y.'

describe('content as text', () => {
  it('is unchanged, with its line breaks', () => {
    const { content } = show({ content: text })
    expect(content()?.textContent).toBe(text)
    expect(content()?.querySelectorAll('*')).toHaveLength(0)
  })
})

describe('rich content', () => {
  it('has bold, italic and links; its HTML is text', () => {
    const { content } = show({ content: text }, parseRichText)
    expect(content()?.firstElementChild?.innerHTML).toBe(
      '<strong>Bold</strong>, <em>italic</em>,\n<a class="tidings-content-link" href="/x">a page</a> and &lt;b&gt;HTML&lt;/b&gt; at ' +
        '<a class="tidings-content-link" href="https://example.com/y" target="_blank" rel="noopener noreferrer">https://example.com/y</a>.',
    )
  })

  it('has the syntax of the app’s own parser, whose unsafe links are text', () => {
    const parse: ContentParser = (content) => [
      { kind: 'bold', children: [content.replace('!', '')] },
      { kind: 'link', href: 'javascript:alert(1)', text: ' here' },
      { kind: 'link', href: '/there', text: ' there' },
    ]
    const { content } = show({ content: '!Loud' }, parse)
    expect(content()?.firstElementChild?.innerHTML).toBe(
      '<strong>Loud</strong> here<a class="tidings-content-link" href="/there"> there</a>',
    )
  })

  it('is text if the parser throws', () => {
    const error = new Error('The parser is broken.')
    const report = vi.fn()
    vi.stubGlobal('reportError', report)
    const { article } = show({ content: '**Hi**', subject: null }, () => {
      throw error
    })
    expect(within(article).getByText('**Hi**')).toBeTruthy()
    expect(article).toHaveAccessibleName(/^Unread, \*\*Hi\*\*/)
    expect(report).toHaveBeenCalledWith(error)
  })

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a promise', Promise.resolve(['Hi'])],
    ['an object', { text: 'Hi' }],
    ['null among the nodes', ['Hi', null]],
    ['a node without children', [{ kind: 'bold', text: 'Hi' }]],
    ['a link whose address is no text', [{ kind: 'link', href: 5, text: 'Hi' }]],
  ])('is text if the parser returns %s, which is reported once', (_name, nodes) => {
    const report = vi.fn()
    vi.stubGlobal('reportError', report)
    const parse = (() => nodes) as unknown as ContentParser
    const { article, update } = show({ content: '**Hi**', subject: null }, parse)
    update({ content: '**Ho**', subject: null })
    expect(within(article).getByText('**Ho**')).toBeTruthy()
    expect(report).toHaveBeenCalledExactlyOnceWith(expect.any(TypeError))
    vi.unstubAllGlobals()
  })

  it('leaves subjects unchanged', () => {
    show({ subject: '**Subject**', content: 'x' }, parseRichText)
    expect(screen.getByText('**Subject**')).toBeTruthy()
  })

  it('is the name of a row without a subject, as a sibling of its link', async () => {
    const { article, onOpen } = show(
      { subject: null, content: '**Ada** wrote [a page](#there)', cta: { data: { url: '#row' } } },
      parseRichText,
    )
    expect(article).toHaveAccessibleName('Unread, Ada wrote a page, Jan 5, 2026')
    const row = within(article).getByRole('link', { name: 'Ada wrote a page' })
    expect(row.getAttribute('href')).toBe('#row')
    expect(row.contains(within(article).getByRole('link', { name: 'a page' }))).toBe(false)
    await userEvent.click(within(article).getByRole('link', { name: 'a page' }))
    expect(onOpen).not.toHaveBeenCalled()
    await userEvent.click(screen.getByText('Ada'))
    expect(onOpen).toHaveBeenCalledOnce()
  })
})

describe('HTML content', () => {
  it('shows the result of the sanitizer, at once if it is synchronous', () => {
    const { content } = show({ content: '<i>raw</i>' }, { html: (html) => html.replaceAll('i>', 'b>') })
    expect(content()?.querySelector('.tidings-html')?.innerHTML).toBe('<b>raw</b>')
  })

  it('shows the words until the sanitizer resolves, and never an older result', async () => {
    const answers = new Map<string, (html: string) => void>()
    const html: HtmlSanitizer = (asked) => new Promise((resolve) => answers.set(asked, resolve))
    const { content, update } = show({ content: '<b>one</b> &amp; more' }, { html })
    expect(content()?.textContent).toBe('one & more')
    update({ content: '<b>two</b>' })
    expect(content()?.textContent).toBe('two')
    await act(async () => answers.get('<b>two</b>')?.('<b>two</b>'))
    expect(content()?.querySelector('b')?.textContent).toBe('two')
    await act(async () => answers.get('<b>one</b> &amp; more')?.('<b>one</b>'))
    expect(content()?.querySelector('b')?.textContent).toBe('two')
  })

  it.each([
    [
      'throws',
      () => {
        throw new Error('No sanitizer')
      },
    ],
    ['rejects', () => Promise.reject(new Error('No sanitizer'))],
  ])('shows the words if the sanitizer %s, and reports one error', async (_how, html) => {
    const report = vi.fn()
    vi.stubGlobal('reportError', report)
    const { content, update } = show({ content: '<b>words</b>' }, { html })
    await act(async () => {})
    update({ content: '<b>others</b>' })
    await act(async () => {})
    expect(content()?.textContent).toBe('others')
    expect(report).toHaveBeenCalledExactlyOnceWith(new Error('No sanitizer'))
    vi.unstubAllGlobals()
  })

  it('does not render again for the same sanitizer in a new object', () => {
    const html = vi.fn((raw: string) => raw)
    const notification = makeNotification(1)
    const view = () => (
      <ContentProvider content={{ html }}>
        <NotificationItem notification={notification} />
      </ContentProvider>
    )
    const { rerender } = render(view())
    const calls = html.mock.calls.length
    rerender(view())
    expect(html).toHaveBeenCalledTimes(calls)
  })
})

it('the content format is a prop of <Inbox>', async () => {
  const inbox = showInbox(
    createTestService({ notifications: [makeNotification(0, { subject: 'x', content: '**loud**' })] }),
    { content: parseRichText },
  )
  await inbox.open()
  expect(screen.getByText('loud').localName).toBe('strong')
})

describe.each([
  ['text', 'text'],
  ['rich text', parseRichText],
  ['HTML', { html: sanitizeHtml }],
] as const)('hostile content as %s', (_name, format) => {
  it.each(Object.entries(payloads))('%s', async (_what, payload) => {
    const alert = vi.spyOn(window, 'alert').mockImplementation(() => {})
    const { article } = show({ content: payload, subject: null }, format)
    await act(async () => void (await sanitizeHtml('')))
    for (const element of article.querySelectorAll('*')) {
      expect([
        'script',
        'img',
        'iframe',
        'style',
        'link',
        'object',
        'embed',
        'form',
        'input',
        'video',
        'audio',
      ]).not.toContain(element.localName)
      const names = element.getAttributeNames()
      expect(names.filter((name) => /^on|^src|^style$|^ping$|^background$/.test(name))).toEqual([])
      const href = element.getAttribute('href')
      if (href !== null) expect(safeUrl(href)).toBe(href)
    }
    expect(alert).not.toHaveBeenCalled()
  })
})

describe('`resolveHref`', () => {
  const links = '[here](/a), [there](https://other.example/b), [nowhere](/c)'
  const html = '<a href="/a">here</a>, <a href="https://other.example/b">there</a>, <a href="/c">nowhere</a>'
  const base = (name: string) => (path: string) => (path === '/c' ? 'javascript:alert(1)' : `/${name}${path}`)

  it.each([
    ['rich content', links, parseRichText],
    ['HTML', html, { html: (raw: string) => raw }],
  ] as const)('changes the links within this site in %s', async (_name, content, format) => {
    const inbox = showInbox(
      createTestService({ notifications: [makeNotification(0, { subject: 'x', content, cta: {} })] }),
      { content: format, resolveHref: base('portal') },
    )
    await inbox.open()
    const hrefs = () =>
      within(inbox.row('n0'))
        .getAllByRole('link')
        .map((link) => link.getAttribute('href'))
    expect(hrefs()).toEqual(['/portal/a', 'https://other.example/b'])
    inbox.change({ resolveHref: base('de') })
    expect(hrefs()).toEqual(['/de/a', 'https://other.example/b'])
  })
})

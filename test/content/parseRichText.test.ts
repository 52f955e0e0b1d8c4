import { describe, expect, it } from 'vitest'
import { parseRichText, type RichNode } from '../../src/content/parseRichText.ts'
import { safeUrl } from '../../src/content/safeUrl.ts'
import * as fc from '../setup/fastCheck.ts'

/** The tree as a line: <b>, <i>, <a url|text>. */
const line = (nodes: RichNode[]): string =>
  nodes
    .map((node) => {
      if (typeof node === 'string') return node
      if (node.kind === 'link') return `<a ${node.href}|${node.text}>`
      return `<${node.kind.charAt(0)} ${line(node.children)}>`
    })
    .join('')
const read = (text: string) => line(parseRichText(text))

describe('parseRichText', () => {
  it.each([
    ['plain text', 'plain text'],
    ['', ''],
    ['**bold** and *italic*', '<b bold> and <i italic>'],
    ['***both***', '<b <i both>>'],
    ['**bold with *italic* in it**', '<b bold with <i italic> in it>'],
    ['*italic with **bold** in it*', '<i italic with <b bold> in it>'],
    ['**one****two**', '<b one><b two>'],
    ['un**believ**able', 'un<b believ>able'],
    ['**über** *straße*', '<b über> <i straße>'],
    ['これは**重要**です', 'これは<b 重要>です'],
    ['*two\nlines*', '<i two\nlines>'],
    // A mark with white space before it closes nothing.
    ['*2 * 3*', '<i 2 * 3>'],
    // A mark does not open twice.
    ['*one *two*', '<i one *two>'],
    ['*un**believ** able*', '<i un<b believ> able>'],
    // Of two overlapping marks, the outer one closes. Here it does not.
    ['**one *two ** three*', '**one <i two ** three>'],
    ['*never closed, with **bold**', '*never closed, with <b bold>'],
  ])('reads %j', (text, expected) => {
    expect(read(text)).toBe(expected)
  })

  it.each([
    '2*3*4 = 24',
    '2 * 3 * 4 = 24',
    '*2*3',
    '2*3 is six*',
    '**two to open, one to close*',
    '****four****',
    '** not bold **',
    '* a list',
    '* a list with a star*',
    '**never closed',
    'never *closed',
    '****',
    'a ***** b',
    '__init__ and snake_case_names',
    '**bold\n\nin two paragraphs**',
    '# no title',
    '<b>HTML</b> &amp; entities',
    '[no link]',
    '[no] (link)',
    'mailto:pia@example.com',
    'www.example.com',
    'xhttps://example.com',
  ])('leaves %j unchanged', (text) => {
    expect(parseRichText(text)).toEqual([text])
  })

  it('has no node for an empty text', () => {
    expect(parseRichText('')).toEqual([])
  })

  it('treats an unclosed mark inside a closed one as text', () => {
    expect(read('**bold *still bold**')).toBe('<b bold *still bold>')
  })

  it('escapes marks by a backslash', () => {
    expect(read('\\*not italic\\* and \\[no](/link), but C:\\temp')).toBe('*not italic* and [no](/link), but C:\\temp')
  })

  it.each([
    ['[a page](/x?y=1#z)', '<a /x?y=1#z|a page>'],
    ['[mail](mailto:pia@example.com)', '<a mailto:pia@example.com|mail>'],
    ['**[bold link](https://example.com)**', '<b <a https://example.com|bold link>>'],
    ['[wiki](https://example.com/A_(bc))', '<a https://example.com/A_(bc)|wiki>'],
    ['[*no marks*](/x)', '<a /x|*no marks*>'],
    ['see https://example.com/a*b*c.', 'see <a https://example.com/a*b*c|https://example.com/a*b*c>.'],
    ['(https://example.com/x)', '(<a https://example.com/x|https://example.com/x>)'],
    ['https://example.com/A_(b)', '<a https://example.com/A_(b)|https://example.com/A_(b)>'],
    ['(http://example.com/A_(b))', '(<a http://example.com/A_(b)|http://example.com/A_(b)>)'],
    ['https://example.com/a)b', '<a https://example.com/a)b|https://example.com/a)b>'],
    ['**https://example.com**', '<b <a https://example.com|https://example.com>>'],
    ['HTTPS://EXAMPLE.COM!', '<a HTTPS://EXAMPLE.COM|HTTPS://EXAMPLE.COM>!'],
  ])('parses the link of %j', (text, expected) => {
    expect(read(text)).toBe(expected)
  })

  it.each([
    // Quotes, brackets and dots outside ASCII.
    ['See “§”.', 'https://example.com/a'],
    ['«§»', 'https://example.com/a'],
    ['„§“, ‚§‘ ‹§›', 'https://example.com/a?b=c'],
    ['It’s at §’s…', 'https://example.com/a'],
    ['§—see—§–§', 'https://example.com/a'],
    ['راجع §، ثم §؟', 'https://example.com/a'],
    ['देखें §।', 'https://example.com/a'],
    ['\u2067§\u2069 \u200e§\u200f', 'https://example.com/a'],
    ['§\u200b§', 'https://example.com/a'],
    // Scripts without spaces.
    ['詳細は §。ご確認', 'https://example.com/news'],
    ['詳細は§をご覧ください', 'https://example.com/'],
    ['「§」（§）【§】、§！', 'https://example.com/a'],
    ['中文§英文', 'https://example.com/a'],
    ['中文§，英文；§', 'https://example.com'],
    ['자세한 내용은 §에서 확인하세요', 'https://example.com/a'],
    ['ดูที่§ได้เลย', 'https://example.com/a?b=1'],
    ['ページ§ー§・§～', 'https://example.com/a'],
    ['မြန်မာ§မှာ ខ្មែរ§នៅ ລາວ§ຢູ່', 'https://example.com/a'],
    // Letters of other scripts, and what a browser copies.
    ['§ §.', 'https://bücher.example/größe?ä=é#ñ'],
    ['§!', 'https://пример.example/путь'],
    ['§, §', 'https://example.com/%E6%97%A5%E6%9C%AC'],
    ['§。', 'https://日本.example/a'],
    ['(§)', 'https://example.com/🎉'],
  ])('ends the link where a person ends it: %j with %s', (text, url) => {
    const link = `<a ${url}|${url}>`
    expect(read(text.replaceAll('§', url))).toBe(text.replaceAll('§', link))
  })

  it.each([
    ['[click](javascript:alert(1))', 'click'],
    ['[click](//elsewhere.example)', 'click'],
    ['[click](/\\elsewhere.example)', 'click'],
    ['[click](data:text/html,x)', 'click'],
    ['[click](https://bank.example@elsewhere.example)', 'click'],
    ['https://bank.example@elsewhere.example', 'https://bank.example@elsewhere.example'],
    ['https://', 'https://'],
  ])('creates no link for %j', (text, expected) => {
    expect(read(text)).toBe(expected)
  })

  it.each([
    ['https://bank.example', 'https://evil.example/x'],
    ['bank.example', 'https://evil.example'],
    [' bank.example', 'https://evil.example'],
    ['24.bank1.example', 'https://evil.example'],
    ['b.e/', 'https://evil.example'],
    ['bank.example', 'https://bank.example.evil.example'],
    ['bankwww.example', 'https://bankexample/x'],
    ['www.bänk.example', 'https://evil.example'],
    ['www.bank.example/login', '/x'],
    ['bank.example', '/bank.example'],
    ['bank.example', '/bank.example?https:'],
  ])('shows the URL of a link whose text names another host: [%s](%s)', (text, href) => {
    expect(read(`[${text}](${href})`)).toBe(`<a ${href}|${href}>`)
  })

  it.each([
    ['bank.example', 'https://www.bank.example/login'],
    [' bank.example', 'https://bank.example'],
    ['https://bank.example', 'https://bank.example/login'],
    ['http://bank.example', 'http://bank.example/login'],
    ['bank.example?next=https://evil.example', 'https://bank.example/login'],
    ['our terms', 'https://evil.example'],
    ['see bank.example', 'https://evil.example'],
    ['Node.js docs', 'https://evil.example'],
  ])('shows the text of a link if that names the same host, or none: [%s](%s)', (text, href) => {
    expect(read(`[${text}](${href})`)).toBe(`<a ${href}|${text}>`)
  })

  it('neither loses nor adds text', () => {
    const pieces = fc.constantFrom(
      '*',
      '**',
      '***',
      '[',
      ']',
      '(',
      ')',
      '](',
      '\\',
      'a',
      ' ',
      '\n',
      '\n\n',
      'https://x.example',
      'javascript:',
      '/y',
      '<b>',
      '😀',
      '.',
    )
    const words = (nodes: RichNode[]): string =>
      nodes
        .map((node) => (typeof node === 'string' ? node : node.kind === 'link' ? node.href : words(node.children)))
        .join('')
    const hrefs = (nodes: RichNode[]): string[] =>
      nodes.flatMap((node) =>
        typeof node === 'string' ? [] : node.kind === 'link' ? [node.href] : hrefs(node.children),
      )
    const characters = (text: string) => text.replaceAll(/[*\\[\]()]/g, '')
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
        const text = parts.join('')
        const nodes = parseRichText(text)
        for (const href of hrefs(nodes)) expect(safeUrl(href)).toBe(href)
        if (!text.includes('](')) expect(characters(words(nodes))).toBe(characters(text))
      }),
      { numRuns: 500 },
    )
  })

  it.each(['*', '**', '[', '](', '[a](', 'h', 'https://', '\\', '(', '[a](('])(
    'reads 300,000 times %j in linear time',
    // Linear time is less than half a second. Quadratic time is more than the limit on any machine.
    { timeout: 30_000 },
    (piece) => {
      expect(parseRichText(piece.repeat(300_000))).not.toEqual([])
    },
  )
})

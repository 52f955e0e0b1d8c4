import { describe, expect, it } from 'vitest'
import { htmlToText } from '../../src/content/htmlToText.ts'

describe('htmlToText', () => {
  it.each([
    ['plain text', 'plain text'],
    ['Hello <b>Ada</b>!', 'Hello Ada!'],
    ['<p>One</p><p>Two<br>Three</p>', 'One\nTwo\nThree'],
    ['a &amp; b &lt;c&gt; &#65;&#x42; &unknown; &#x110000;', 'a & b <c> AB &unknown; &#x110000;'],
    ['<script>alert(1)</script>x<style>* {}</style>', 'x'],
    ['<!-- secret -->x<!-- not closed', 'x'],
    ['x <img src=x onerror="alert(1)"', 'x'],
    ['x<br', 'x'],
    ['1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
    ['', ''],
  ])('reads %j', (html, text) => {
    expect(htmlToText(html)).toBe(text)
  })

  it.each(['<', '<a', '<!--', '<script>', '&', '<a "', '<br ', '</h1 ', '<script></script '])(
    'reads 300,000 times %j in linear time',
    // Linear time is less than half a second. Quadratic time is more than a minute, so beyond the limit on any machine.
    { timeout: 30_000 },
    (piece) => {
      const html = piece.repeat(300_000)
      expect(htmlToText(html).length).toBeLessThanOrEqual(html.length)
    },
  )
})

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

  it.each([
    ['Caf&eacute; &mdash; &euro;5', 'Café — €5'],
    ['&laquo;Na&iuml;ve&raquo; &ldquo;&Auml;&ouml;&szlig;&rdquo;', '«Naïve» “Äöß”'],
    ['&Ccaron;esk&yacute; &lstrok;&oacute;d&zacute; &Scaron; &gbreve;&scedil;', 'Český łódź Š ğş'],
    ['&alpha;&Omega; &le; &ne; &rarr; &hearts; &hellip;', 'αΩ ≤ ≠ → ♥ …'],
    ['2&times;3 &frac12; 5&deg; &copy; &reg; &trade;', '2×3 ½ 5° © ® ™'],
    ['&excl;&comma;&colon;&lpar;&rpar;&percnt;&apos;', "!,:()%'"],
    ['&AMP;&LT;&QUOT;', '&<"'],
    ['&#150; it&#146;s &#x80;', '– it’s €'],
    ['&amp;eacute; &xacute &none; &constructor; &proto;', '&eacute; &xacute &none; &constructor; &proto;'],
  ])('decodes %s', (html, text) => {
    expect(htmlToText(html)).toBe(text)
    // As a browser does.
    expect(new DOMParser().parseFromString(html, 'text/html').body.textContent).toBe(text)
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

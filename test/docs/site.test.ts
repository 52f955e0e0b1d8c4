import { expect, it } from 'vitest'
import { pages, readPage } from './codeBlocks.ts'

// The site does not build otherwise, and only `npm run test:slow` builds it.
it('<!-- live --> is below the block that the site runs', () => {
  const live = pages.filter((page) => readPage(page).includes('\n<!-- live'))
  expect(live.length).toBeGreaterThan(10)
  expect(live.filter((page) => /(?<!\n```\n\n)<!-- live(?: \d+rem \d+rem)? -->\n/.test(readPage(page)))).toEqual([])
})

import { expect, it } from 'vitest'
import { generateReference, outdatedPages } from '../../scripts/generateReference.ts'

it('the reference is complete, and as the doc comments have it: npm run docs:reference', { timeout: 120_000 }, () => {
  const { pages, undocumented } = generateReference()
  expect(undocumented).toEqual([])
  expect(outdatedPages(pages)).toEqual([])
})

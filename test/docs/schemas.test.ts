import { expect, it } from 'vitest'
import { outdatedSchemas } from '../../scripts/generateSchemas.ts'

it('the schemas match the contract and its doc comments: npm run docs:schemas', { timeout: 120_000 }, () => {
  expect(outdatedSchemas()).toEqual([])
})

import { expect, it } from 'vitest'
import { outdatedSchemas } from '../../scripts/generateSchemas.ts'

it('the schemas are as the contract and its doc comments have them: npm run docs:schemas', { timeout: 120_000 }, () => {
  expect(outdatedSchemas()).toEqual([])
})

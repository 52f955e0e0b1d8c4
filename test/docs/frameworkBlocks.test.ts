import { compile } from 'svelte/compiler'
import { expect, it } from 'vitest'
import { compileScript, parse } from 'vue/compiler-sfc'
import { codeBlocksOf, pages, readPage } from './codeBlocks.ts'

const blocks = pages.flatMap((page) => codeBlocksOf(page, readPage(page)))
const blocksIn = (language: string) =>
  blocks.flatMap((block) => (block.language === language ? [[block.place, block.code] as const] : []))

it.each(blocksIn('vue'))('%s is a component of Vue that uses only its own names', (place, code) => {
  const { descriptor, errors } = parse(code)
  expect(errors).toEqual([])
  const { content } = compileScript(descriptor, { id: place, inlineTemplate: true })
  // Such a name is neither in the script nor a global that templates may use. Nuxt imports its own functions.
  expect([...content.matchAll(/_ctx\.(?!navigateTo\b)\w+/g)].flat()).toEqual([])
})

it.each(blocksIn('svelte'))('%s is a component of Svelte', (_place, code) => {
  expect(compile(code, { filename: 'Block.svelte' }).warnings).toEqual([])
})

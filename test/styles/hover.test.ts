import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const sheets = readdirSync('src/styles').filter((file) => file.endsWith('.css'))

/** The lines of a style sheet that match `:hover`, outside of `@media (hover: hover)`. */
const unguarded = (css: string) =>
  css
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/^@media \(hover: hover\) \{[\s\S]*?^\}/gm, '')
    .split('\n')
    .filter((line) => line.includes(':hover'))

// A tap leaves `:hover` on what it has touched.
it.each(sheets)('%s has no hover styles for fingers', (sheet) => {
  expect(unguarded(readFileSync(`src/styles/${sheet}`, 'utf8'))).toEqual([])
})

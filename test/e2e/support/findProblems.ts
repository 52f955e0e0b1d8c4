import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Runs axe on the whole page when nothing moves: moving or fading elements have another contrast. */
const runAxe = async (page: Page, colorScheme: 'light' | 'dark', options = ''): Promise<AxeResults> => {
  await page.emulateMedia({ colorScheme })
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().iterations !== Infinity) animation.finish()
  })
  return page.evaluate(`axe.run(${options})`)
}

/** The violations that axe finds, in light colors and in dark ones: rule and element. */
export const findProblems = async (page: Page): Promise<string[]> => {
  await page.evaluate(axe)
  const light = await runAxe(page, 'light')
  expect(light.passes.length).toBeGreaterThan(10)
  const dark = await runAxe(page, 'dark', '{ runOnly: ["color-contrast", "link-in-text-block"] }')
  return [...light.violations, ...dark.violations].flatMap(({ id, nodes }) =>
    nodes.map(({ target }) => `${id}: ${target.join(' ')}`),
  )
}

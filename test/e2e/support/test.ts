import { expect, test as base } from '@playwright/test'
import { Orchard } from './Orchard.ts'

/** A test on the demo's page. It fails where the page throws or logs an error, such as a breach of its strict policy. */
export const test = base.extend<{ orchard: Orchard }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
  baseURL: async ({}, provide, { parallelIndex }) => provide(process.env[`DEMO_URL_${parallelIndex}`]),
  orchard: async ({ page }, provide) => {
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text())
    })
    const orchard = new Orchard(page)
    await provide(orchard)
    expect(errors.filter((error) => !orchard.expectedErrors.some((expected) => expected.test(error)))).toEqual([])
  },
})

/** What Chromium logs when a request is cut off. */
export const cutOff = /net::ERR_FAILED/

export { expect }

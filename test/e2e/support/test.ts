import { expect, test as base } from '@playwright/test'
import { Orchard } from './Orchard.ts'

/** A test on the demo's page. It fails if the page throws or logs an error, such as a policy violation. */
export const test = base.extend<{ orchard: Orchard }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the dependencies of a fixture from the pattern
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

/** Chromium logs this for an aborted request. */
export const cutOff = /net::ERR_FAILED/

export { expect }

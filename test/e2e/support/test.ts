import { expect, type Page, type Request, test as base } from '@playwright/test'
import { Orchard } from './Orchard.ts'

/** Records when the page's requests to the inbox's route and the demo were sent, answered and finished: a line each. */
const recordRequests = (page: Page) => {
  const start = performance.now()
  const lines = new Map<Request, string>()
  const record = (what: string, request: Request) => {
    const { pathname, search } = new URL(request.url())
    if (!pathname.startsWith('/api/')) return
    const line = lines.get(request) ?? `${request.method()} ${pathname}${search}`
    lines.set(request, `${line}, ${what} ${Math.round(performance.now() - start)} ms`)
  }
  page.on('request', (request) => record('sent', request))
  page.on('response', (response) => record(String(response.status()), response.request()))
  page.on('requestfinished', (request) => record('finished', request))
  page.on('requestfailed', (request) => record(request.failure()?.errorText ?? 'failed', request))
  return lines
}

/** A test on the demo's page. It fails if the page throws or logs an error, such as a policy violation. */
export const test = base.extend<{ orchard: Orchard }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the dependencies of a fixture from the pattern
  baseURL: async ({}, provide, { parallelIndex }) => provide(process.env[`DEMO_URL_${parallelIndex}`]),
  orchard: async ({ page }, provide, testInfo) => {
    const requests = recordRequests(page)
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text())
    })
    const orchard = new Orchard(page)
    await provide(orchard)
    expect(errors.filter((error) => !orchard.expectedErrors.some((expected) => expected.test(error)))).toEqual([])
    if (testInfo.errors.length === 0) return
    // A test may fail once, on another machine: this is what can be known of it.
    const shown = await orchard.panel.ariaSnapshot({ timeout: 1_000 }).catch(() => 'no panel')
    throw new Error(`The panel:\n${shown}\nThe page's requests:\n${[...requests.values()].slice(-20).join('\n')}`)
  },
})

/** Chromium logs this for an aborted request. */
export const cutOff = /net::ERR_FAILED/

export { expect }

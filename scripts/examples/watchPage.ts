import type { BrowserContext, Page } from 'playwright'

/** A browser page whose requests and errors are recorded. */
export interface WatchedPage {
  /** The browser page. */
  page: Page
  /** Paths of the requests so far, without those that followed a redirect. */
  requests: string[]
  /** @throws Error that lists console errors, warnings and policy violations. */
  expectQuiet: () => void
}

/** Opens an empty browser page and records from the start. */
export const watchPage = async (context: BrowserContext): Promise<WatchedPage> => {
  const page = await context.newPage()
  const complaints: string[] = []
  const requests: string[] = []
  page.on('pageerror', (error) => complaints.push(error.stack ?? error.message))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      complaints.push(`${message.type()}: ${message.text()} ${message.location().url}`)
  })
  page.on('request', (request) => {
    if (!request.redirectedFrom()) requests.push(new URL(request.url()).pathname)
  })
  await page.exposeFunction('breach', (what: string) => void complaints.push(`policy: ${what}`))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      Reflect.get(window, 'breach')(`${violatedDirective} ${blockedURI} ${sample}`),
    )
  })
  return {
    page,
    requests,
    expectQuiet: () => {
      if (complaints.length > 0) throw new Error(`The page reported warnings or errors:\n${complaints.join('\n')}`)
    },
  }
}

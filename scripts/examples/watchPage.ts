import type { BrowserContext, Page } from 'playwright'

/** A page that is watched for what must not happen in it. */
export interface WatchedPage {
  page: Page
  /** Paths of the requests so far. */
  requests: string[]
  /** @throws Error that lists errors, warnings and breaches of the page's policy. */
  expectQuiet: () => void
}

/** Opens an empty page and watches it from its first moment. */
export const watchPage = async (context: BrowserContext): Promise<WatchedPage> => {
  const page = await context.newPage()
  const complaints: string[] = []
  const requests: string[] = []
  page.on('pageerror', (error) => complaints.push(error.stack ?? error.message))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      complaints.push(`${message.type()}: ${message.text()} ${message.location().url}`)
  })
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
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
      if (complaints.length > 0) throw new Error(`The page complains:\n${complaints.join('\n')}`)
    },
  }
}

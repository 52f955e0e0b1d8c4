import { expect, type Locator, type Page } from '@playwright/test'
import type { Happening } from '../../../demo/content/happenings.ts'
import type { FeedPage } from '../../../src/contract/feed.ts'
import type { InboxNotification } from '../../../src/contract/inboxNotification.ts'
import { inboxOperations, type InboxOperationName } from '../../../src/contract/inboxOperations.ts'
import { operationPath } from '../../../src/contract/operation.ts'

/** URL of an operation of a subscriber's inbox. */
export const addressOf = (operation: InboxOperationName, person: string) =>
  `/api/inbox${operationPath(inboxOperations[operation], person)}`

/** Matches all requests of an operation, for any subscriber and query. */
export const anyRequest = (operation: InboxOperationName) =>
  new RegExp(`${addressOf(operation, '§').replace(encodeURIComponent('§'), '[^/]+')}(\\?.*)?$`)

/** The demo's page, located by roles and accessible names. */
export class Orchard {
  readonly page: Page
  readonly bell: Locator
  readonly panel: Locator
  readonly feed: Locator
  readonly items: Locator
  /** The unread rows. */
  readonly unread: Locator
  readonly markAll: Locator
  readonly tryAgain: Locator
  readonly preferencesView: Locator
  /** Errors that the page may log, because the test breaks the network on purpose. */
  readonly expectedErrors: RegExp[] = []
  /** Id of the newest notification of the last `happen`, until the panel is opened. */
  private arrival: string | undefined

  constructor(page: Page) {
    this.page = page
    this.bell = page.getByRole('button', { name: /^Notifications/ })
    this.panel = page.getByRole('dialog', { name: 'Notifications' })
    this.feed = this.panel.getByRole('feed')
    this.items = this.feed.getByRole('article')
    this.unread = this.items.and(page.locator('[data-unread]'))
    this.markAll = this.panel.getByRole('button', { name: 'Mark all as read' })
    this.tryAgain = this.panel.getByRole('button', { name: 'Try again' })
    this.preferencesView = this.panel.getByRole('heading', { name: 'Delivery hours' })
  }

  /** Loads a page of the product, and waits for the bell and the page's font, so that text has its final size. */
  async open(path = '/') {
    await this.page.goto(path)
    await expect(this.bell).toBeVisible()
    await this.page.evaluate(() => document.fonts.ready)
  }

  /** Loads a page of the product, and waits until its stream of hints is open: its first requests are sent. */
  async openLive(path?: string) {
    const live = this.page.waitForResponse((response) => new URL(response.url()).pathname.endsWith('/live'))
    await this.open(path)
    await live
  }

  /** Opens the panel and waits for its feed, and for what happened before, so that no row moves later. */
  async openPanel() {
    await this.bell.click()
    await expect(this.feed).toHaveAttribute('aria-busy', 'false')
    if (this.arrival === undefined) return
    const pill = this.panel.getByRole('button', { name: /new notifications?$/ })
    await expect(this.item(this.arrival).or(pill)).toBeAttached()
    this.arrival = undefined
  }

  /** Opens the panel and its preferences. */
  async openPreferences() {
    await this.openPanel()
    await this.panel.getByRole('button', { name: 'Preferences' }).click()
  }

  item(id: string): Locator {
    return this.items.and(this.page.locator(`[data-id="${id}"]`))
  }

  tab(name: 'All' | 'Unread'): Locator {
    return this.panel.getByRole('tab', { name })
  }

  async signIn(name: string) {
    // A request for the previous person may be sent with the new cookie. The page fetches its session again then.
    this.expectedErrors.push(/status of 403/)
    const choice = this.page.getByLabel('Signed in as')
    await choice.selectOption({ label: name })
    await expect(choice.locator('option:checked')).toHaveText(name)
  }

  /** The count on the bell: 0 without one. */
  async shownCount(): Promise<number> {
    const name = (await this.bell.getAttribute('aria-label')) ?? ''
    return Number(/, (\d+) new$/.exec(name)?.[1] ?? 0)
  }

  async expectCount(count: number) {
    await expect(this.bell).toHaveAccessibleName(count === 0 ? 'Notifications' : `Notifications, ${count} new`)
  }

  /** Ids of the rows, from top to bottom. */
  async shownIds(): Promise<string[]> {
    return this.items.evaluateAll((rows) => rows.map((row) => row.dataset.id ?? ''))
  }

  /**
   * Scrolls the feed to its end and returns the ids of all rows by their position, because only rows near the view are
   * rendered. Waits until the feed is complete.
   */
  async scrolledIds(): Promise<string[]> {
    const ids: string[] = []
    const list = this.panel.locator('.tidings-feed')
    const atEnd = async () => {
      const rows = await this.items.evaluateAll((all) =>
        all.map((row) => ({ id: row.dataset.id ?? '', place: Number(row.ariaPosInSet), of: Number(row.ariaSetSize) })),
      )
      for (const { id, place } of rows) ids[place - 1] = id
      return rows.at(-1)?.place === rows.at(-1)?.of
    }
    await list.evaluate((feed) => feed.scrollTo(0, 0))
    await expect(async () => {
      if (await atEnd()) return
      await list.evaluate((feed) => feed.scrollBy(0, feed.clientHeight))
      throw new Error('The feed is not complete.')
    }).toPass({ intervals: [100] })
    return ids
  }

  /** Triggers events for the signed-in person, without the page. */
  async happen(...happenings: Happening[]) {
    const response = await this.page.request.post('/api/happen', { data: { happenings } })
    expect(response.status()).toBe(201)
    const { person } = await (await this.page.request.get('/api/session')).json()
    this.arrival = (await this.newest(person))._id
  }

  /** Fetches one feed page from the service, through the proxy. */
  async fetchFeed(person: string, query: Record<string, string | number | boolean> = {}): Promise<FeedPage> {
    const response = await this.page.request.get(addressOf('getFeed', person), { params: query })
    expect(response.status()).toBe(200)
    return response.json()
  }

  /** Fetches all notifications of the service, from the first feed page to the last. */
  async everything(person: string): Promise<InboxNotification[]> {
    const all: InboxNotification[] = []
    for (let page = 0; ; page++) {
      const { data, hasMore } = await this.fetchFeed(person, { page, limit: 100 })
      all.push(...data)
      if (!hasMore) return all
    }
  }

  /** The newest notification. */
  async newest(person: string): Promise<InboxNotification> {
    const [first] = (await this.fetchFeed(person, { limit: 1 })).data
    if (!first) throw new Error(`${person} has no notification.`)
    return first
  }

  /**
   * Lets time pass in the page, whose clock is Playwright's, until an expectation holds. Requests and the browser's own
   * reports take real time meanwhile.
   */
  async passUntil(expectation: () => Promise<unknown>) {
    await expect(async () => {
      await this.page.clock.fastForward(5_000)
      await expectation()
    }).toPass({ intervals: [100] })
  }

  /** Marks everything as read without the page, so that a test starts with no unread and no new notifications. */
  async settle(person: string) {
    const response = await this.page.request.post(addressOf('markAll', person), { data: { markAs: 'read' } })
    expect(response.status()).toBe(201)
  }
}

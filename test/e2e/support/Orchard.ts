import { expect, type Locator, type Page } from '@playwright/test'
import type { Happening } from '../../../demo/content/happenings.ts'
import type { FeedPage } from '../../../src/contract/feed.ts'
import type { InboxNotification } from '../../../src/contract/inboxNotification.ts'
import { inboxOperations, type InboxOperationName } from '../../../src/contract/inboxOperations.ts'
import { operationPath } from '../../../src/contract/operation.ts'

/** Where the page reaches an operation of a subscriber's inbox. */
export const addressOf = (operation: InboxOperationName, person: string) =>
  `/api/inbox${operationPath(inboxOperations[operation], person)}`

/** All requests of an operation, whoever's inbox it is and whatever the query. */
export const anyRequest = (operation: InboxOperationName) =>
  new RegExp(`${addressOf(operation, '§').replace(encodeURIComponent('§'), '[^/]+')}(\\?.*)?$`)

/** The demo's page as its reader meets it: by what assistive technology is told. */
export class Orchard {
  readonly page: Page
  readonly bell: Locator
  readonly panel: Locator
  readonly feed: Locator
  readonly items: Locator
  /** The rows that are unread. */
  readonly unread: Locator
  readonly markAll: Locator
  readonly tryAgain: Locator
  readonly preferencesView: Locator
  /** Errors that the page may log: those of a network that a test breaks on purpose. */
  readonly expectedErrors: RegExp[] = []

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

  /** Loads a page of the product and waits for the bell, and for the page's own font: every text has its final size. */
  async open(path = '/') {
    await this.page.goto(path)
    await expect(this.bell).toBeVisible()
    await this.page.evaluate(() => document.fonts.ready)
  }

  /** Opens the panel and waits for its list. */
  async openPanel() {
    await this.bell.click()
    await expect(this.feed).toHaveAttribute('aria-busy', 'false')
  }

  item(id: string): Locator {
    return this.items.and(this.page.locator(`[data-id="${id}"]`))
  }

  tab(name: 'All' | 'Unread'): Locator {
    return this.panel.getByRole('tab', { name })
  }

  async signIn(name: string) {
    const choice = this.page.getByLabel('Signed in as')
    await choice.selectOption({ label: name })
    await expect(choice.locator('option:checked')).toHaveText(name)
  }

  /** The number on the bell: 0 where it says none. */
  async shownCount(): Promise<number> {
    const name = (await this.bell.getAttribute('aria-label')) ?? ''
    return Number(/, (\d+) new$/.exec(name)?.[1] ?? 0)
  }

  async expectCount(count: number) {
    await expect(this.bell).toHaveAccessibleName(count === 0 ? 'Notifications' : `Notifications, ${count} new`)
  }

  /** Ids of the rows, from the top. */
  async shownIds(): Promise<string[]> {
    return this.items.evaluateAll((rows) => rows.map((row) => row.dataset.id ?? ''))
  }

  /**
   * Scrolls the list from its top to its end and gives the ids of all rows by their place, since only those near the ones
   * in view are in the page. It waits until the list says that it has ended.
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
      throw new Error('The list goes on.')
    }).toPass({ intervals: [100] })
    return ids
  }

  /** Lets something happen to whoever is signed in, behind the page's back. */
  async happen(...happenings: Happening[]) {
    const response = await this.page.request.post('/api/happen', { data: { happenings } })
    expect(response.status()).toBe(201)
  }

  /** Asks the service itself, through the proxy, for one page of a feed. */
  async ask(person: string, query: Record<string, string | number | boolean> = {}): Promise<FeedPage> {
    const response = await this.page.request.get(addressOf('getFeed', person), { params: query })
    expect(response.status()).toBe(200)
    return response.json()
  }

  /** Everything that the service lists, from the first page to the last. */
  async everything(person: string): Promise<InboxNotification[]> {
    const all: InboxNotification[] = []
    for (let page = 0; ; page++) {
      const { data, hasMore } = await this.ask(person, { page, limit: 100 })
      all.push(...data)
      if (!hasMore) return all
    }
  }

  /** What came last. */
  async newest(person: string): Promise<InboxNotification> {
    const [first] = (await this.ask(person, { limit: 1 })).data
    if (!first) throw new Error(`${person} has no notification.`)
    return first
  }

  /** Marks everything as read, behind the page's back, so that a test starts from none unread and none new. */
  async settle(person: string) {
    const response = await this.page.request.post(addressOf('markAll', person), { data: { markAs: 'read' } })
    expect(response.status()).toBe(201)
  }
}

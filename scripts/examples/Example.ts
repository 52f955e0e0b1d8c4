import type { ExamplesService } from './startService.ts'
import type { WatchedPage } from './watchPage.ts'

/** What the check of an example gets. */
export interface ExampleContext {
  /** Where the example listens. */
  url: string
  /** Who is signed in: each example has a reader of its own, so that they can share a service. */
  person: string
  service: ExamplesService
  watched: WatchedPage
}

/** A folder of examples/, and what is to be seen of it. */
export interface Example {
  name: string
  person: string
  /** Drives the example's page, which is empty yet. */
  check: (context: ExampleContext) => Promise<void>
}

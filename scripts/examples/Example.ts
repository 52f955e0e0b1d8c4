import type { ExamplesService } from './startService.ts'
import type { WatchedPage } from './watchPage.ts'

/** What the check of an example gets. */
export interface ExampleContext {
  /** Where it is installed. */
  folder: string
  /** Where the example listens. */
  url: string
  /** Who is signed in: each example has a reader of its own, so that they can share a service. */
  person: string
  service: ExamplesService
  watched: WatchedPage
}

/** Drives the example's page, which is empty yet. */
export type Check = (context: ExampleContext) => Promise<void>

/** A folder of examples/, and what is to be seen of it. */
export interface Example {
  name: string
  person: string
  /**
   * By the npm script that serves it, one after another. `dev` is where React warns: of a different first picture on the server, of
   * attributes that it does not know.
   */
  checks: { start: Check; dev?: Check }
  /**
   * Environment variables that configure the example. It is built and checked once with each of them. Default: once, without.
   */
  configurations?: readonly Record<string, string>[]
  /** Words in the log of a server that was started without an API key, once it was asked for its page. */
  saysWithoutKey?: string
}

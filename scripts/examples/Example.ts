import type { Edit } from './belowPath.ts'
import type { ExamplesService } from './startService.ts'
import type { WatchedPage } from './watchPage.ts'

/** The environment in which an example is checked. */
export interface ExampleContext {
  /** Folder where the example is installed. */
  folder: string
  /** URL of the example's first page, which ends with a slash. */
  url: string
  /** The signed-in subscriber. Each example has its own, so that all can share a service. */
  person: string
  /** The notification service. */
  service: ExamplesService
  /** A new browser page. */
  watched: WatchedPage
}

/** Uses the example in a new browser page. Throws if something fails. */
export type Check = (context: ExampleContext) => Promise<void>

/** A folder of examples/, and its checks. */
export interface Example {
  /** Name of the folder. */
  name: string
  /** The signed-in subscriber. */
  person: string
  /**
   * Checks by the npm script that serves the example, run one after another. With `dev`, React also warns of hydration
   * mismatches and unknown attributes.
   */
  checks: { start: Check; dev?: Check }
  /**
   * Environment variables that configure the example. It is built and checked once per configuration. Default: once,
   * without variables.
   */
  configurations?: readonly Record<string, string>[]
  /**
   * Starts a server that the example needs in addition to the service, such as a database. Default: none.
   * @returns environment variables that connect the example to it.
   */
  startServer?: () => Promise<{ env: Record<string, string>; stop: () => Promise<void> }>
  /** The oldest Node that the framework supports: "22.22.0". Default: the oldest that tidings supports. */
  oldestNode?: string
  /** Changes that the docs of the example describe. It is built and checked once more with them. Default: none. */
  variant?: readonly Edit[]
  /** An error that the framework logs in an app without tidings too. Default: none. */
  ownLine?: RegExp | undefined
  /** Text in the log of a server without an API key, after a request for its page. */
  logWithoutKey?: string
}

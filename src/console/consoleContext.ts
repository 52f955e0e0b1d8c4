/** A field of the payload, as a form needs it. */
export interface PayloadField {
  /** Its path: `title`, `author.name`. */
  name: string
  /** What a list may contain, as JSON. Undefined for a text. */
  example?: string
}

/** A workflow, as a form needs it. */
export interface ConsoleWorkflow {
  /** Name by which events trigger it. */
  identifier: string
  /** Display name. */
  name: string
  /** The payload fields that its texts use. */
  fields: readonly PayloadField[]
}

/** An integration, without its credentials. */
export interface ConsoleIntegration {
  name: string
  identifier: string
  channel: string
  providerId: string
  /** Whether it is used. */
  active: boolean
  /** Whether it sends if its channel has several. */
  primary: boolean
}

/** A workflow that waits for a time, for events or for the end of a message; or a message that waits to be sent. */
export interface WaitingEntry {
  id: string
  subscriberId: string
  /** Display name of the workflow. */
  workflow: string
  /** Name of the step at which it waits, or the channel of the message. */
  step: string
  /** What it waits for, in words: the kind of the step, or why the message is not sent yet. */
  reason: string
  /** When it goes on, in ISO 8601. */
  dueAt: string
}

/** What a console gets from the command that serves it. */
export interface ConsoleContext {
  /** The notification service. */
  service: (request: Request) => Promise<Response>
  /** The service's key. It never leaves the process. */
  apiKey: string
  /** The workflows that events can trigger. */
  workflows: readonly ConsoleWorkflow[]
  integrations: readonly ConsoleIntegration[]
  /** Where workflows and integrations come from: the path of the workspace file, or "the built-in workspace". */
  workspace: string
  /** The next workflows that go on, and the next messages that are sent. */
  waiting: (subscriberId: string | undefined) => Promise<readonly WaitingEntry[]>
  /** The number of servers that have a stream of hints from this process. */
  streamCount: () => number
  /** The last lines of the service's log, the oldest first. */
  logLines: () => readonly string[]
}

/** What a command serves at the address of a console. */
export interface ConsoleHandler {
  /** Responds to a request. It never rejects. */
  fetch: (request: Request) => Promise<Response>
  /** Ends the streams of the inboxes. */
  close(): Promise<void>
}

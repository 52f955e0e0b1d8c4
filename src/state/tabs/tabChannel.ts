import type { QueryKey } from '@tanstack/react-query'
import type { LiveHint } from '../../contract/live/liveStream.ts'
import type { Intent, Settled } from '../log/intent.ts'
import { ifAllowed } from '../model/ifAllowed.ts'
import { type InboxScope, scopeName } from '../model/inboxKeys.ts'
import type { StampedPage } from '../model/stampedPage.ts'
import { isTick, type Tick, type Ticker } from '../model/ticker.ts'

/** A message that one tab broadcasts to the other tabs of the browser. */
export type TabMessage =
  /** A poll succeeded. */
  | { kind: 'page'; queryKey: QueryKey; page: StampedPage }
  /** The service has done what the user wanted. */
  | { kind: 'settled'; settled: Settled }
  /** A tab holds a deletion: the user can still undo it there. */
  | { kind: 'held'; intent: Intent }
  /** The user has undone it, or it failed. */
  | { kind: 'released'; intentIds: readonly string[] }
  | OtherMessage

/** A message about the stream or the storage of this browser. */
export type OtherMessage =
  | LiveMessage
  /** A tab persists intents now. If it closes before they settle, another tab takes them over. */
  | { kind: 'persisting'; tabId: string }

/** The stream of hints of this browser. */
export interface LiveState {
  /** The id of the open stream, which may belong to another tab. Undefined while there is none. */
  streamId: string | undefined
  /** Whether every change is hinted, so that polls may be rare. */
  isComplete: boolean
}

/** A message about the stream of hints, which one tab has open for all. */
export type LiveMessage =
  /** The state of the stream: after each change, when another tab waits, and when its owner is hidden. */
  | { kind: 'stream'; state: LiveState; isHidden: boolean }
  | { kind: 'hint'; hint: LiveHint }
  /** A visible tab waits for the stream. A hidden owner releases it. */
  | { kind: 'waiting' }

/** The part of BroadcastChannel that tabs use. */
export interface Broadcast {
  /** Sends a message to the other tabs. */
  postMessage(message: unknown): void
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void
  /** Ends the subscription. */
  close(): void
}

/** Opens a channel. Where the browser has no BroadcastChannel or refuses it, each tab works alone. */
export type OpenBroadcast = (name: string) => Broadcast | undefined

export const openBroadcast: OpenBroadcast = (name) => globalThis.BroadcastChannel && new BroadcastChannel(name)

/**
 * The version of the messages and of the query keys in them. Tabs of two versions of an app may be open at once. They
 * use channels of different names, so neither gets a message that it can't read: each polls for itself.
 */
const messageVersion = 1

/** The name of a scope's channel, and the prefix of its locks. */
export const tabName = (scope: InboxScope): string => `tidings/${messageVersion} ${scopeName(scope)}`

export interface TabChannel {
  post(message: TabMessage): void
  close(): void
}

/** What is checked of a message: it is posted after what it has. */
interface Timed {
  at: Tick
  page?: StampedPage
  settled?: Settled
}

export const openTabChannel = (
  scope: InboxScope,
  open: OpenBroadcast,
  tick: Ticker,
  receive: (message: TabMessage) => void,
  report: (error: unknown) => void,
): TabChannel => {
  const broadcast = ifAllowed('BroadcastChannel', () => open(tabName(scope)))
  // The name has the version, so the message was posted by this very code, or is none of tidings.
  broadcast?.addEventListener('message', (event: MessageEvent<TabMessage & { at: Tick }>) => {
    try {
      const { at, page, settled }: Timed = event.data
      const time = page?.requestedAt ?? settled?.settledAt ?? 0
      if (!(isTick(at) && time >= 0 && time <= at)) throw new TypeError('Other code posts messages of tabs.')
      // Tabs may differ by more than a moment: one was opened before the computer's clock was set back.
      tick.observe(at)
      receive(event.data)
    } catch (error) {
      report(error)
    }
  })
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin alone
    post: (message) => ifAllowed('BroadcastChannel', () => broadcast?.postMessage({ ...message, at: tick() })),
    close: () => broadcast?.close(),
  }
}

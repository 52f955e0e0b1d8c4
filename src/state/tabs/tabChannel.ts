import type { QueryKey } from '@tanstack/react-query'
import type { MarkVerb } from '../../contract/marks.ts'
import { type InboxScope, scopeName } from '../model/inboxKeys.ts'
import type { Flags, Span } from '../model/mark.ts'
import type { StampedPage } from '../model/stampedPage.ts'

/** What one tab tells the others of the same browser. */
export type TabMessage =
  /** A poll was answered. */
  | { kind: 'page'; queryKey: QueryKey; page: StampedPage }
  /** The service did marks on messages, and answered with their flags. */
  | { kind: 'settledMessages'; verb: MarkVerb; answered: [id: string, flags: Flags][]; span: Span }
  /** The service did a mark-all. */
  | { kind: 'settledAll'; verb: MarkVerb; feeds: readonly string[] | undefined; span: Span }
  /** A page keeps marks from now on. When it is closed before they have arrived, another takes them over. */
  | { kind: 'keeping'; page: string }

/** The part of BroadcastChannel that tabs talk through. */
export interface Broadcast {
  postMessage(message: unknown): void
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void
  close(): void
}

/** Opens a channel of that name, or none where the browser has no such thing: then each tab works alone. */
export type OpenBroadcast = (name: string) => Broadcast | undefined

export const openBroadcast: OpenBroadcast = (name) =>
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name)

/** Another version of the messages takes another name: two versions of a customer's page may be open at once. */
const version = 1

/** The name that a scope has among tabs, for its channel and its locks. */
export const tabName = (scope: InboxScope): string => `tidings/${version} ${scopeName(scope)}`

/** Whoever speaks through a scope's channel. */
export interface TabChannel {
  post(message: TabMessage): void
  close(): void
}

export const openTabChannel = (
  scope: InboxScope,
  open: OpenBroadcast,
  receive: (message: TabMessage) => void,
): TabChannel => {
  const broadcast = open(tabName(scope))
  // The name holds the version: whatever comes under it was posted by this very code.
  broadcast?.addEventListener('message', (event: MessageEvent<TabMessage>) => receive(event.data))
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin alone
    post: (message) => broadcast?.postMessage(message),
    close: () => broadcast?.close(),
  }
}

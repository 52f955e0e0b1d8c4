/** What the page of a contestant exports: its list, and where the benchmark finds what it measures. */
export interface Contestant {
  /** Renders the list into an element that is 420 by 600 pixels. */
  mount: (host: HTMLElement) => void
  /** Selector of a row. */
  row: string
  scroller: () => Element | null
  isUnread: (row: Element) => boolean
  /** The first unread row whose button can be clicked. Default: the first unread one. */
  firstUnread?: () => Element | null
  /** What opens a menu with the button, while the pointer is on the row. */
  menu?: (row: Element) => Element | null
  /** What marks a row as read, while the pointer is on it. Can be the row. */
  markButton: (row: Element) => Element | null
  /** What to click, one after another, to mark all as read. */
  markAll: readonly (() => Element | null)[]
  /** The response to a message that the client sends through a socket. Default: none. */
  socketReply?: (message: string) => string
}

import type { UserEvent } from '@testing-library/user-event'
import { userEvent, waitFor, within } from './peers.ts'

/** Queries and actions on a rendered inbox. They throw if an element is missing. */
export interface InboxInPage {
  /** Finds the button that opens the panel: also one of the app, with the props that `renderBell` gets. */
  bell: () => HTMLElement
  /** The number on the bell: 0 without a badge, 99 for "99+". */
  count: () => number
  /** Opens the panel with the bell, and waits for its content. */
  open: () => Promise<void>
  /** The rows, from top to bottom. */
  rows: () => HTMLElement[]
  /** The notification ids of the rows, from top to bottom. */
  ids: () => string[]
  /** Finds the row of a notification. */
  row: (id: string) => HTMLElement
  /** Whether a row shows its notification as unread. */
  isUnread: (id: string) => boolean
  /** Presses the row's button that marks the notification as read or unread. */
  toggleRead: (id: string) => Promise<void>
  /** Presses a button by its name, in the whole inbox or in a part of it. */
  click: (name: string | RegExp, inside?: HTMLElement) => Promise<void>
  /** Selects a tab by its name, without the number of its badge. */
  chooseTab: (name: string | RegExp) => Promise<void>
}

/**
 * Queries and operates the inbox in an element, in any language.
 * @param container the element, as `render` returns it.
 * @param user performs the interactions. With fake timers, pass `userEvent.setup({ advanceTimers })`. Default:
 * `userEvent`.
 */
export const inboxIn = (container: HTMLElement, user: Pick<UserEvent, 'click'> = userEvent): InboxInPage => {
  const find = (selector: string, inside = container) => {
    const found = inside.querySelector<HTMLElement>(selector)
    if (!found) throw new Error(`No element matches ${selector} in the rendered container.`)
    return found
  }
  const rows = () => [...container.querySelectorAll<HTMLElement>('.tidings-item')]
  const ids = () => rows().map(({ dataset }) => dataset.id ?? '')
  const row = (id: string) => {
    const found = rows().find(({ dataset }) => dataset.id === id)
    if (found) return found
    const shown =
      ids().length > 0 ? `Rows: ${ids().join(', ')}.` : 'There are no rows. Open the panel first, with open().'
    throw new Error(`No row has the id ${id}. ${shown}`)
  }
  // A bell of the app has its own classes.
  const bell = () => container.querySelector<HTMLElement>('.tidings-bell') ?? find('button[aria-haspopup="dialog"]')

  return {
    bell,
    count: () => Number.parseInt(bell().querySelector('.tidings-badge')?.textContent ?? '0', 10),
    open: async () => {
      await user.click(bell())
      await waitFor(() => find('.tidings-item, .tidings-empty, .tidings-error', find('.tidings-panel')))
    },
    rows,
    ids,
    row,
    isUnread: (id) => row(id).hasAttribute('data-unread'),
    // The first row of a group also contains the group's heading, which has a similar button.
    toggleRead: async (id) => user.click(find('.tidings-item-row .tidings-mark', row(id))),
    click: async (name, inside = container) => user.click(within(inside).getByRole('button', { name })),
    chooseTab: async (name) => {
      // The name of a tab with a badge ends with its number: "Unread 3", "Unread 99+".
      const isNamed = (text: string) => text.replace(/ \p{Nd}+\+?$/u, '') === name
      await user.click(within(container).getByRole('tab', { name: typeof name === 'string' ? isNamed : name }))
    },
  }
}

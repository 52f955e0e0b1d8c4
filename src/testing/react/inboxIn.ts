import type { UserEvent } from '@testing-library/user-event'
import { userEvent, waitFor, within } from './peers.ts'

/** An inbox in a page, as its reader meets it. What is looked for and missing throws. */
export interface InboxInPage {
  /** The button that opens the panel. */
  bell: () => HTMLElement
  /** The number on the bell: 0 where it shows none, 99 for "99+". */
  count: () => number
  /** Opens the panel by its bell, and waits for what it shows. */
  open: () => Promise<void>
  /** The rows, from the top. */
  rows: () => HTMLElement[]
  /** The ids of the rows, from the top. */
  ids: () => string[]
  /** The row of a notification. */
  row: (id: string) => HTMLElement
  /** Whether a row shows its notification as unread. */
  isUnread: (id: string) => boolean
  /** Presses the button of a row that marks it as read, or as unread. */
  toggleRead: (id: string) => Promise<void>
  /** Presses a button by its name, in the whole inbox or in a part of it. */
  click: (name: string | RegExp, inside?: HTMLElement) => Promise<void>
  /** Chooses a tab by its name. */
  chooseTab: (name: string | RegExp) => Promise<void>
}

/**
 * Reads and uses the inbox in an element, whatever language it speaks.
 * @param container what holds it, as `render` returns it.
 * @param user whose hands they are: `userEvent.setup({ advanceTimers })` with fake timers.
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
    if (!found) throw new Error(`No row has the id ${id}. Rows: ${ids().join(', ') || 'none'}.`)
    return found
  }
  const bell = () => find('.tidings-bell')

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
    // The first row of a group holds the group's heading too, with a button of the same kind.
    toggleRead: (id) => user.click(find('.tidings-item-row .tidings-mark', row(id))),
    click: (name, inside = container) => user.click(within(inside).getByRole('button', { name })),
    chooseTab: (name) => user.click(within(container).getByRole('tab', { name })),
  }
}

import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { StrictMode } from 'react'
import { vi } from 'vitest'
import { Inbox, type InboxProps } from '../../src/index.ts'
import type { TestService } from '../../src/testing/index.ts'

/** One `<Inbox>` in a page, as its reader meets it. */
export const showInbox = (service: TestService, props: Partial<InboxProps> = {}) => {
  const element = (changed: Partial<InboxProps>) => (
    <StrictMode>
      <Inbox
        subscriberId="ada"
        baseUrl="/api/inbox"
        fetch={service.fetch}
        retry={false}
        environment={{ gatherFor: 1, gatherSeenFor: 1, openBroadcast: () => undefined, locks: undefined }}
        {...props}
        {...changed}
      />
    </StrictMode>
  )
  const { container, rerender, unmount } = render(element({}))
  const page = within(container)
  const articles = () => [...container.querySelectorAll<HTMLElement>('[role="article"]')]
  const bell = () => page.getByRole('button', { name: /^Notifications/ })
  const row = (id: string) => {
    const found = articles().find(({ dataset }) => dataset.id === id)
    if (!found) throw new Error(`There is no row ${id}, only ${articles().map(({ dataset }) => dataset.id).join()}.`)
    return found
  }
  const click = (name: string | RegExp, inside: HTMLElement = container) =>
    userEvent.click(within(inside).getByRole('button', { name }))

  return {
    container,
    page,
    unmount,
    change: (changed: Partial<InboxProps>) => rerender(element(changed)),
    bell,
    row,
    click,
    /** The number on the bell: 0 where it says none. */
    count: () => Number(/, (\d+)\+? new$/.exec(bell().getAttribute('aria-label') ?? '')?.[1] ?? 0),
    /** Ids of the rows, from the top. */
    ids: () => articles().map(({ dataset }) => dataset.id ?? ''),
    isUnread: (id: string) => row(id).hasAttribute('data-unread'),
    mark: (id: string, name: 'Mark as read' | 'Mark as unread') => click(name, row(id)),
    tab: (name: 'All' | 'Unread') => userEvent.click(page.getByRole('tab', { name })),
    open: async () => {
      await userEvent.click(bell())
      await screen.findAllByRole('article')
    },
  }
}

/** With fake timers: lets time pass, and everything happen that is due. */
export const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** How many requests of an operation there were. */
export const asked = (service: TestService, operation: string) =>
  service.requests.filter((request) => request.operation === operation).length

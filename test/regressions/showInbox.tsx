import { render, within } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { StrictMode } from 'react'
import { Inbox, type InboxProps } from '../../src/index.ts'
import { inboxProps, type TestService } from '../../src/testing/index.ts'
import { inboxIn } from '../../src/testing/react.ts'

/** Renders one `<Inbox>` in a page, with helpers to read and use it. With fake timers, pass `user()`. */
export const showInbox = (
  service: TestService,
  props: Partial<InboxProps> = {},
  reader: Pick<UserEvent, 'click'> = userEvent,
) => {
  const element = (changed: Partial<InboxProps>) => (
    <StrictMode>
      <Inbox {...inboxProps(service)} {...props} {...changed} />
    </StrictMode>
  )
  const { container, rerender, unmount } = render(element({}))
  const inbox = inboxIn(container, reader)

  return {
    ...inbox,
    container,
    page: within(container),
    unmount,
    change: (changed: Partial<InboxProps>) => rerender(element(changed)),
    mark: (id: string, name: 'Mark as read' | 'Mark as unread') => inbox.click(name, inbox.row(id)),
    /** Presses the pill, behind which arrivals are held while a row has the focus. */
    showArrivals: async () => reader.click(await within(container).findByRole('button', { name: /new notification/ })),
    tab: (name: 'All' | 'Unread') => inbox.chooseTab(name),
  }
}

/** The number of requests of an operation. */
export const requestCount = (service: TestService, operation: Parameters<TestService['requestsOf']>[0]) =>
  service.requestsOf(operation).length

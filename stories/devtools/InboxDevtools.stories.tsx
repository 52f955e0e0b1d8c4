import type { Meta, StoryObj } from '@storybook/react-vite'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
// The main entry renders nothing if NODE_ENV is "test", as in the tests of stories.
import { ReactQueryDevtools } from '@tanstack/react-query-devtools/production'
import { useState } from 'react'
import { expect, waitFor, within } from 'storybook/test'
import { Inbox } from '../../src/components/inbox/Inbox.tsx'
import { InboxDevtools } from '../../src/devtools/InboxDevtools.tsx'
import '../../src/styles/devtools.css'
import { createTestService } from '../../src/testing/index.ts'
import { morning } from '../support/fixtures.ts'
import { inboxArgs, InHeader, ownWindow } from '../support/InHeader.tsx'

const meta = {
  title: 'Components/Devtools',
  component: InboxDevtools,
  args: { defaultOpen: true },
  render: (args) => (
    <InHeader {...inboxArgs} notifications={fixed}>
      <InboxDevtools {...args} />
    </InHeader>
  ),
  parameters: ownWindow,
} satisfies Meta<typeof InboxDevtools>
export default meta
type Story = StoryObj<typeof meta>

const fixed = morning()

const findDevtools = async (element: HTMLElement) =>
  within(await within(element.ownerDocument.body).findByRole('complementary', { name: 'tidings devtools' }))

/** Requests, feed pages, marks, and which tab fetches. */
export const Default: Story = {
  play: async ({ canvasElement }) => {
    const devtools = await findDevtools(canvasElement)
    await waitFor(() => expect(devtools.getByRole('table', { name: 'Requests' })).toHaveTextContent('200'))
    await waitFor(() => expect(devtools.getByRole('table', { name: 'Pages' })).toHaveTextContent('seen: false'))
  },
}

export const Phone: Story = { ...Default, globals: { viewport: { value: 'phone' } } }

/** A small button until it is opened. */
export const Closed: Story = {
  args: { defaultOpen: false },
  play: async ({ canvasElement }) => {
    const devtools = await findDevtools(canvasElement)
    await expect(devtools.getByRole('button', { name: 'tidings devtools' })).toBeVisible()
    await expect(devtools.queryByRole('table')).toBeNull()
  },
}

/** A test notification arrives only in this browser page. Offline, a mark on it is queued. */
export const TestItem: Story = {
  play: async ({ canvas, canvasElement, userEvent }) => {
    const devtools = await findDevtools(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: /^Notifications, \d+ new/ }))
    await canvas.findAllByRole('article')
    await userEvent.click(devtools.getByRole('button', { name: 'Send a test item' }))
    const row = await canvas.findByRole('article', { name: /Test item 1/ })
    await userEvent.click(devtools.getByRole('button', { name: 'Offline' }))
    await userEvent.click(within(row).getByRole('button', { name: 'Mark as read' }))
    await waitFor(() => expect(devtools.getByRole('table', { name: 'Marks' })).toHaveTextContent('paused'))
    await userEvent.click(devtools.getByRole('button', { name: 'Offline' }))
    await waitFor(() => expect(devtools.getByRole('table', { name: 'Marks' })).toHaveTextContent('settled'))
  },
}

/** A lock of its own: in other stories, an inbox of the same scope may have it. */
const liveBaseUrl = '/api/live-inbox'

const LiveInbox = () => {
  const [service] = useState(() => createTestService({ notifications: fixed, live: true }))
  return (
    <header className="page-header">
      <strong>Acme</strong>
      <Inbox {...inboxArgs} baseUrl={liveBaseUrl} fetch={service.fetch}>
        <InboxDevtools defaultOpen />
      </Inbox>
    </header>
  )
}

/** The stream of hints: the tab that has it open, its hints, and the streams that have ended. */
export const Stream: Story = {
  render: () => <LiveInbox />,
  play: async ({ canvasElement, userEvent }) => {
    const devtools = await findDevtools(canvasElement)
    const live = devtools.getByRole('table', { name: 'Live' })
    await waitFor(() => expect(live).toHaveTextContent('this tab'))
    await waitFor(() => expect(live).toHaveTextContent('every change'))
    await userEvent.click(devtools.getByRole('button', { name: 'Cut the stream' }))
    await waitFor(() =>
      expect(devtools.getByRole('table', { name: 'Ended streams' })).toHaveTextContent('Devtools cut this stream'),
    )
  },
}

const HostsCache = () => {
  const [queryClient] = useState(() => new QueryClient())
  return (
    <QueryClientProvider client={queryClient}>
      <InHeader {...inboxArgs} notifications={fixed} queryClient={queryClient}>
        <InboxDevtools defaultOpen={false} />
      </InHeader>
      <ReactQueryDevtools initialIsOpen buttonPosition="bottom-right" />
    </QueryClientProvider>
  )
}

/** With the app's QueryClient as a prop, TanStack's devtools show the queries of the inbox. */
export const BesideTanStack: Story = {
  render: () => <HostsCache />,
  // axe skips TanStack's panel, which is not ours, here and in everyMode.ts.
  parameters: { a11y: { context: { exclude: ['.tsqd-parent-container'] } } },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement.ownerDocument.body)
    await findDevtools(canvasElement)
    await expect(await page.findByRole('button', { name: /\["tidings",.*"count"/ })).toBeVisible()
  },
}

import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, waitFor, within } from 'storybook/test'
import { InboxFeed } from '../../src/components/inbox/InboxFeed.tsx'
import { InboxPage } from '../../src/components/inbox/InboxPage.tsx'
import type { InboxNotification } from '../../src/contract/inboxNotification.ts'
import { InboxProvider } from '../../src/hooks/provider/InboxProvider.tsx'
import { createTestService } from '../../src/testing/index.ts'
import { morning } from '../support/fixtures.ts'

const service = () => createTestService({ notifications: morning() })

/** The inbox as a page, below the app's header. */
const meta = {
  title: 'Inbox/Page',
  component: InboxPage,
  args: {
    subscriberId: 'ada',
    baseUrl: '/api/inbox',
    onOpen: fn((_notification: InboxNotification, event: { preventDefault: () => void }) => event.preventDefault()),
    onAction: fn(),
  },
  render: (args) => (
    <div className="page">
      <header className="page-header">
        <strong>Acme</strong>
      </header>
      <main>
        <InboxPage {...args} fetch={service().fetch} />
      </main>
    </div>
  ),
  parameters: { docs: { story: { inline: false, height: '44rem' } } },
} satisfies Meta<typeof InboxPage>
export default meta
type Story = StoryObj<typeof meta>

export const Default: Story = {
  play: async ({ canvas, userEvent }) => {
    const page = canvas.getByRole('region', { name: 'Notifications' })
    await expect((await within(page).findAllByRole('article')).length).toBeGreaterThan(3)
    await expect(canvas.queryByRole('button', { name: 'Close' })).toBeNull()
    // The inbox fits into the window, and its list scrolls.
    await expect(document.documentElement.scrollHeight).toBeLessThanOrEqual(innerHeight)
    await userEvent.click(within(page).getByRole('button', { name: 'Preferences' }))
    await expect(within(page).getByRole('heading', { name: 'Preferences' })).toHaveFocus()
    await userEvent.click(within(page).getByRole('button', { name: 'Back' }))
  },
}

export const Compact: Story = { args: { density: 'compact' } }

/** The list alone, inside a provider: the app renders header and tabs. The list has its own notices. */
export const BareList: Story = {
  render: ({ onOpen, onAction }) => (
    <InboxProvider subscriberId="ada" baseUrl="/api/inbox" fetch={service().fetch}>
      <div className="frame">
        <InboxFeed filter={{ read: false }} onOpen={onOpen} onAction={onAction} />
      </div>
    </InboxProvider>
  ),
  play: async ({ canvas, canvasElement, userEvent }) => {
    const [first, ...others] = await canvas.findAllByRole('article')
    await expect(others).toHaveLength(2)
    first?.focus()
    await userEvent.keyboard('e')
    const notice = (await canvas.findByText('Archived')).closest('.tidings-notice')
    const frame = canvasElement.querySelector('.frame')
    await expect(frame?.contains(notice)).toBe(true)
    await waitFor(() => expect(canvas.getAllByRole('article')).toHaveLength(2))
    await expect(notice?.getBoundingClientRect().bottom).toBeLessThanOrEqual(frame?.getBoundingClientRect().bottom ?? 0)
  },
}

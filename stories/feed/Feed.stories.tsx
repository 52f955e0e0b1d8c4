import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fn, waitFor, within } from 'storybook/test'
import { ArrivalsPill } from '../../src/components/feed/ArrivalsPill.tsx'
import { Feed, type FeedProps } from '../../src/components/feed/Feed.tsx'
import { makeNotifications } from '../../src/testing/makeNotification.ts'
import { ago, hostile, morning } from '../support/fixtures.ts'
import { Frame } from '../support/Frame.tsx'

const meta = {
  title: 'Components/Feed',
  component: Feed,
  args: {
    notifications: morning(),
    onMark: fn(),
    onOpen: fn((_notification, event) => event.preventDefault()),
    onAction: fn(),
    onSeen: fn(),
    onRetry: fn(),
    onEndReached: fn(),
  },
  decorators: [(Story) => <Frame>{Story()}</Frame>],
} satisfies Meta<typeof Feed>
export default meta
type Story = StoryObj<typeof meta>

export const Morning: Story = {
  play: async ({ canvas }) => {
    const rows = canvas.getAllByRole('article')
    await expect(rows).toHaveLength(7)
    await expect(rows[0]).toHaveAttribute('aria-setsize', '7')
  },
}

export const Loading: Story = {
  args: { notifications: [], status: 'loading' },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('feed')).toHaveAttribute('aria-busy', 'true')
  },
}

export const Empty: Story = { args: { notifications: [] } }

export const FirstPageFailed: Story = {
  args: { notifications: [], status: 'error' },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Try again' }))
    await expect(args.onRetry).toHaveBeenCalledOnce()
  },
}

export const OneItem: Story = { args: { notifications: morning().slice(0, 1) } }

export const LongAndHostile: Story = {
  args: { notifications: hostile() },
  play: async ({ canvasElement, canvas }) => {
    await expect(canvasElement.querySelector('script, img[src="x"]')).toBeNull()
    await expect(canvas.getByText('<img src=x onerror=alert(1)><script>alert(2)</script>')).toBeVisible()
    const feed = canvasElement.querySelector('.tidings-feed')
    await expect(feed?.scrollWidth).toBe(feed?.clientWidth)
  },
}

export const LaterPageFailed: Story = {
  args: { hasMore: true, loadMoreFailed: true },
  play: async ({ canvas, userEvent, args }) => {
    await expect(canvas.getAllByRole('article')).toHaveLength(7)
    await expect(args.onEndReached).not.toHaveBeenCalled()
    await userEvent.click(canvas.getByRole('button', { name: 'Try again' }))
    await expect(args.onEndReached).toHaveBeenCalledOnce()
  },
}

export const LoadingMore: Story = { args: { hasMore: true, isLoadingMore: true } }

const pages = makeNotifications(60, (number) => ({ createdAt: ago((60 - number) * 60_000), read: number % 3 > 0 }))

/** Loads ten more notifications on each call. */
const Endless = (args: FeedProps) => {
  const [shown, setShown] = useState(10)
  return (
    <Feed
      {...args}
      notifications={pages.slice(0, shown)}
      hasMore={shown < pages.length}
      onEndReached={() => {
        args.onEndReached?.()
        setShown(shown + 10)
      }}
    />
  )
}

export const InfiniteScroll: Story = {
  render: (args) => <Endless {...args} />,
  play: async ({ canvas, canvasElement }) => {
    const feed = canvasElement.querySelector('.tidings-feed')
    await waitFor(async () => {
      feed?.scrollTo(0, feed.scrollHeight)
      await expect(canvas.getAllByRole('article').at(-1)).toHaveAttribute('aria-posinset', '60')
    })
    // Only the rows near the end are rendered.
    await expect(canvas.getAllByRole('article').length).toBeLessThan(40)
    await expect(canvas.queryByRole('button', { name: 'Show more' })).toBeNull()
  },
}

/** Removes notifications that are marked as read, as the tab "Unread" does. */
const UnreadOnly = (args: FeedProps) => {
  const [notifications, setNotifications] = useState(() => morning().map((item) => ({ ...item, read: false })))
  return (
    <Feed
      {...args}
      notifications={notifications}
      onMark={({ _id }) => setNotifications((all) => all.filter((item) => item._id !== _id))}
    />
  )
}

export const MarkingInUnread: Story = {
  render: (args) => <UnreadOnly {...args} />,
  play: async ({ canvas, userEvent }) => {
    const markFirst = async () => {
      const [row] = canvas.getAllByRole('article')
      if (!row) throw new Error('The list is empty.')
      await userEvent.hover(row)
      await userEvent.click(within(row).getByRole('button', { name: 'Mark as read' }))
    }
    await markFirst()
    await expect(canvas.getAllByRole('article')[0]).toHaveFocus()
    await userEvent.keyboard('{PageDown}{PageDown}')
    await expect(canvas.getAllByRole('article')[2]).toHaveFocus()
    for (let left = 6; left > 0; left--) await markFirst()
    await expect(canvas.getByText("You're all caught up")).toBeVisible()
    await expect(canvas.getByRole('group', { name: 'Notifications' })).toHaveFocus()
  },
}

export const Arrivals: Story = { args: { top: <ArrivalsPill count={3} /> } }

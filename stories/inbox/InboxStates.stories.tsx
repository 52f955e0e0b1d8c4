import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fn, waitFor, within } from 'storybook/test'
import { Inbox } from '../../src/components/inbox/Inbox.tsx'
import type { OnAction } from '../../src/components/item/useCta.ts'
import { persistInbox } from '../../src/persist/index.ts'
import { makeNotifications, type TestService } from '../../src/testing/index.ts'
import { rowsOf } from '../support/feedRows.ts'
import { ago, hostile, morning } from '../support/fixtures.ts'
import { inboxArgs, InHeader, ownWindow, type InHeaderProps } from '../support/InHeader.tsx'
import { openPanel } from '../support/openPanel.ts'

/** All notifications are seen, so that the stories send no "seen" marks. */
const allSeen = () => morning().map((notification) => ({ ...notification, seen: true }))

const meta = {
  title: 'Inbox/States',
  component: Inbox,
  args: { ...inboxArgs, notifications: allSeen() },
  render: (args) => <InHeader {...args} />,
  parameters: ownWindow,
} satisfies Meta<InHeaderProps>
export default meta
type Story = StoryObj<typeof meta>
type PlayContext = Parameters<NonNullable<Story['play']>>[0]

const open: NonNullable<Story['play']> = async (context) => {
  await openPanel(context)
}

/** Opens the panel and marks its first row as read. */
const markFirst = async (context: PlayContext) => {
  await openPanel(context)
  const [first] = await context.canvas.findAllByRole('article')
  if (!first) throw new Error('The list is empty.')
  await context.userEvent.click(within(first).getByRole('button', { name: 'Mark as read' }))
  return first
}

/** A slow service. */
const delayFeed = (service: TestService) => void service.hold('getFeed')
export const Loading: Story = { args: { arrange: delayFeed }, play: open }

export const Empty: Story = {
  args: { notifications: [] },
  play: async (context) => {
    await openPanel(context)
    const { canvas, userEvent } = context
    // The panel fades in.
    await waitFor(() => expect(canvas.getByText('No notifications yet')).toBeVisible())
    await userEvent.click(canvas.getByRole('tab', { name: 'Unread' }))
    await expect(await canvas.findByText("You're all caught up")).toBeVisible()
    await userEvent.click(canvas.getByRole('tab', { name: 'All' }))
    await expect(await canvas.findByText('No notifications yet')).toBeVisible()
  },
}

export const OneItem: Story = {
  args: { notifications: allSeen().slice(0, 1) },
  play: async (context) => {
    await openPanel(context)
    await expect(await context.canvas.findAllByRole('article')).toHaveLength(1)
  },
}

export const LongAndHostile: Story = {
  args: { notifications: hostile() },
  play: async (context) => {
    const panel = await openPanel(context)
    await context.canvas.findAllByRole('article')
    await expect(panel.scrollWidth).toBe(panel.clientWidth)
    await expect(panel.querySelector('script, img[src="x"]')).toBeNull()
  },
}

/** The highest number that the badge shows, and more. */
export const MoreThan99: Story = {
  args: { notifications: makeNotifications(150, (number) => ({ createdAt: ago((150 - number) * 600_000) })) },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('button', { name: 'Notifications, 99+ new' })).toHaveTextContent('99+')
  },
}

/** Feed pages load when the end of the list is near. */
export const ManyPages: Story = {
  args: {
    notifications: makeNotifications(200, (number) => ({
      createdAt: ago((200 - number) * 1_800_000),
      read: number % 3 === 0,
      seen: true,
    })),
  },
  play: async (context) => {
    await openPanel(context)
    const { canvas } = context
    await canvas.findAllByRole('article')
    const feed = canvas.getByRole('feed')
    await waitFor(async () => {
      feed.lastElementChild?.scrollIntoView()
      // Not by role: in a long list, each such query takes longer than the scrolling.
      await expect(rowsOf(feed).at(-1)?.ariaPosInSet).toBe('200')
    })
    // Only the rows near the end are rendered.
    const rows = canvas.getAllByRole('article')
    await expect(rows.length).toBeLessThan(40)
    const places = rows.map((row) => Number(row.getAttribute('aria-posinset')))
    await expect(places).toEqual(places.map((_, at) => 201 - places.length + at))
  },
}

/** The first feed page fails to load. "Try again" loads it. */
let failing: TestService | undefined
const failUntilCleared = (service: TestService) => {
  failing = service
  service.fail('getFeed', { status: 503 }, 99)
}
export const FirstPageFails: Story = {
  args: { arrange: failUntilCleared },
  play: async (context) => {
    await openPanel(context)
    const tryAgain = await context.canvas.findByRole('button', { name: 'Try again' })
    failing?.clear()
    await context.userEvent.click(tryAgain)
    await expect((await context.canvas.findAllByRole('article')).length).toBeGreaterThan(3)
  },
}

/** After a 401, nothing is fetched until the user presses "Try again". */
const refuse = (service: TestService) => service.fail('getFeed', { status: 401 }, 9)
export const SignedOut: Story = {
  args: { arrange: refuse },
  play: async (context) => {
    await openPanel(context)
    await context.canvas.findByRole('button', { name: 'Try again' })
    await expect(context.args.onError).toHaveBeenCalled()
  },
}

/** A failed mark reverts and shows a notice that can retry it. */
const failMark = (service: TestService) => service.fail('markAs', { status: 503 })
export const MarkFails: Story = {
  args: { arrange: failMark },
  play: async (context) => {
    const first = await markFirst(context)
    // The notice fades in.
    await waitFor(() => expect(context.canvas.getByRole('button', { name: 'Try again' })).toBeVisible())
    await expect(first).toHaveAttribute('data-unread')
    await context.userEvent.click(context.canvas.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(first).not.toHaveAttribute('data-unread'))
  },
}

/** A mark that the service rejects for good shows the same notice. */
const refuseMark = (service: TestService) => service.fail('markAs', { status: 422 }, 9)
export const MarkRefused: Story = {
  args: { arrange: refuseMark },
  play: async (context) => {
    const first = await markFirst(context)
    // The undo notice comes first.
    await waitFor(() => expect(context.canvas.getByRole('button', { name: 'Try again' })).toBeVisible())
    await waitFor(() => expect(first).toHaveAttribute('data-unread'))
  },
}

/** "Mark all as read" can be undone. */
export const Undo: Story = {
  play: async (context) => {
    await openPanel(context)
    const { canvas, userEvent } = context
    const unread = async () =>
      (await canvas.findAllByRole('article')).filter((row) => row.matches('[data-unread]')).length
    const heights = () => canvas.getAllByRole('article').map(({ offsetHeight }) => offsetHeight)
    await waitFor(async () => expect(await unread()).toBe(3))
    const before = heights()
    await userEvent.click(canvas.getByRole('button', { name: 'Mark all as read' }))
    await expect(await unread()).toBe(0)
    await expect(heights()).toEqual(before)
    await userEvent.click(await canvas.findByRole('button', { name: 'Undo' }))
    await waitFor(async () => expect(await unread()).toBe(3))
  },
}

export const UndoOffered: Story = {
  play: async (context) => {
    await openPanel(context)
    await context.canvas.findAllByRole('article')
    await context.userEvent.click(context.canvas.getByRole('button', { name: 'Mark all as read' }))
    const undo = await context.canvas.findByRole('button', { name: 'Undo' })
    // No slices of rows show beside the notice.
    await expect(getComputedStyle(undo.closest('.tidings-notices') ?? undo).backgroundImage).toContain('gradient')
  },
}

/** A mark made offline shows at once and is queued. A strip informs the reader. */
export const Offline: Story = {
  beforeEach: () => () => window.dispatchEvent(new Event('online')),
  play: async (context) => {
    await openPanel(context)
    await context.canvas.findAllByRole('article')
    window.dispatchEvent(new Event('offline'))
    await context.canvas.findAllByText('Offline. Changes will be sent later.')
    const [first] = context.canvas.getAllByRole('article')
    if (!first) throw new Error('The list is empty.')
    await context.userEvent.click(within(first).getByRole('button', { name: 'Mark as read' }))
    await expect(first).not.toHaveAttribute('data-unread')
    await expect(context.canvas.queryByRole('button', { name: 'Try again' })).toBeNull()
  },
}

/** A first visit, then a second one with a service that never responds. */
const TwoVisits = (args: InHeaderProps) => {
  const [visit, setVisit] = useState(1)
  const [persist] = useState(() => {
    const entries = new Map<string, string>()
    return persistInbox({
      getItem: (key) => entries.get(key) ?? null,
      setItem: (key, value) => entries.set(key, value),
      removeItem: (key) => entries.delete(key),
      keys: () => entries.keys(),
    })
  })
  return (
    <>
      <InHeader key={visit} {...args} persist={persist} {...(visit > 1 && { arrange: delayFeed })} />
      <p style={{ padding: '1rem' }}>
        <button type="button" onClick={() => setVisit(visit + 1)}>
          Come back later
        </button>
      </p>
    </>
  )
}

/** The persisted notifications show before the service responds. */
export const SecondVisit: Story = {
  render: (args) => <TwoVisits {...args} />,
  play: async (context) => {
    const { canvas, userEvent } = context
    await openPanel(context)
    await canvas.findAllByRole('article')
    await userEvent.click(canvas.getByRole('button', { name: 'Come back later' }))
    await openPanel(context)
    await expect(await canvas.findAllByRole('article')).toHaveLength(7)
  },
}

/** A button is pending while the app performs its action, and can't be pressed again. */
export const ActionPending: Story = {
  args: { onAction: fn<OnAction>(() => new Promise<void>(() => {})) },
  play: async (context) => {
    await openPanel(context)
    const { canvas, userEvent, args } = context
    const accept = await canvas.findByRole('button', { name: 'Accept' })
    await userEvent.dblClick(accept)
    await expect(args.onAction).toHaveBeenCalledOnce()
    await expect(accept).toHaveAttribute('aria-disabled', 'true')
  },
}

export const ActionFails: Story = {
  args: { onAction: fn<OnAction>(() => Promise.reject(new Error('The seat is taken.'))) },
  play: async (context) => {
    await openPanel(context)
    const { canvas, userEvent } = context
    await userEvent.click(await canvas.findByRole('button', { name: 'Accept' }))
    await canvas.findByText('That did not work. Try again.', { selector: 'p' })
    await expect(canvas.getByRole('button', { name: 'Accept' })).toBeEnabled()
  },
}

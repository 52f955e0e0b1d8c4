import type { Meta, StoryObj } from '@storybook/react-vite'
import { useMemo } from 'react'
import { expect, fn, waitFor, within } from 'storybook/test'
import { Inbox, type InboxProps } from '../src/components/Inbox.tsx'
import type { InboxNotification } from '../src/contract/inboxNotification.ts'
import { arabic } from '../src/languages/ar.ts'
import { japanese } from '../src/languages/ja.ts'
import { createTestService, makeNotifications, type TestService } from '../src/testing/index.ts'
import { ago, morning } from './fixtures.ts'
import { settled } from './settled.ts'

interface StoryProps
  extends Pick<
    InboxProps,
    'onOpen' | 'onAction' | 'onError' | 'layout' | 'theme' | 'density' | 'unstyled' | 'labels' | 'locale'
  > {
  /** What the service holds. */
  notifications: InboxNotification[]
  /** What goes wrong, or takes its time. */
  arrange?: (service: TestService) => void
}

/** The whole inbox against a service in memory: everything works, and nothing leaves the page. */
const Preview = ({ notifications, arrange, ...props }: StoryProps) => {
  const service = useMemo(() => {
    const made = createTestService({ notifications })
    arrange?.(made)
    return made
  }, [notifications, arrange])
  return (
    <header className="page-header">
      <strong>Acme</strong>
      <Inbox subscriberId="ada" baseUrl="/api/inbox" fetch={service.fetch} retry={false} pollInterval={5000} {...props} />
    </header>
  )
}

const meta = {
  title: 'Inbox',
  component: Preview,
  args: {
    notifications: morning(),
    onOpen: fn((_notification: InboxNotification, event: { preventDefault: () => void }) => event.preventDefault()),
    onAction: fn(),
    onError: fn(),
  },
  parameters: { docs: { story: { inline: false, height: '44rem' } } },
} satisfies Meta<typeof Preview>
export default meta
type Story = StoryObj<typeof meta>

const openPanel: NonNullable<Story['play']> = async ({ canvas, userEvent }) => {
  await userEvent.click(await canvas.findByRole('button', { name: /^Notifications/ }))
}

/** Mark one, mark all, and see it in both tabs. */
export const Default: Story = {
  play: async (context) => {
    await openPanel(context)
    const { canvas, userEvent } = context
    const [first] = await canvas.findAllByRole('article')
    await userEvent.click(within(first as HTMLElement).getByRole('button', { name: 'Mark as read' }))
    await expect(first).not.toHaveAttribute('data-unread')
    await userEvent.click(canvas.getByRole('tab', { name: 'Unread' }))
    await waitFor(() => expect(canvas.getAllByRole('article')).toHaveLength(2))
    await userEvent.click(canvas.getByRole('button', { name: 'Mark all as read' }))
    await expect(await canvas.findByText("You're all caught up")).toBeVisible()
    await canvas.findByRole('button', { name: 'Undo' })
  },
}

/** What was in view for a second is no longer new; the number on the bell goes. */
export const SeenWhenLookedAt: Story = {
  play: async (context) => {
    await openPanel(context)
    await waitFor(() => expect(context.canvas.getByRole('button', { name: 'Notifications' })).toBeVisible(), {
      timeout: 4000,
    })
  },
}

const many = makeNotifications(200, (number) => ({
  createdAt: ago((200 - number) * 1_800_000),
  read: number % 3 === 0,
  seen: true,
}))

/** Pages load as the end of the list comes near. */
export const ManyPages: Story = {
  args: { notifications: many },
  play: async (context) => {
    await openPanel(context)
    const { canvas } = context
    await canvas.findAllByRole('article')
    const feed = canvas.getByRole('feed')
    await waitFor(
      async () => {
        feed.lastElementChild?.scrollIntoView()
        await expect(canvas.getAllByRole('article').at(-1)).toHaveAttribute('aria-posinset', '200')
      },
      { timeout: 10_000 },
    )
    // Only those near the end are in the page.
    const rows = canvas.getAllByRole('article')
    await expect(rows.length).toBeLessThan(40)
    const places = rows.map((row) => Number(row.getAttribute('aria-posinset')))
    await expect(places).toEqual(places.map((_, at) => 201 - places.length + at))
  },
}

export const Empty: Story = {
  args: { notifications: [] },
  play: async (context) => {
    await openPanel(context)
    // The panel fades in.
    await waitFor(() => expect(context.canvas.getByText("You're all caught up")).toBeVisible())
  },
}

const holdFeed = (service: TestService) => void service.hold('getFeed')

/** A service that takes its time. */
export const Loading: Story = { args: { arrange: holdFeed }, play: openPanel }

const failTwice = (service: TestService) => service.fail('getFeed', { status: 503 }, 2)

/** The first page fails; "Try again" brings it. */
export const FirstPageFails: Story = {
  args: { arrange: failTwice },
  play: async (context) => {
    await openPanel(context)
    await context.userEvent.click(await context.canvas.findByRole('button', { name: 'Try again' }))
    await expect((await context.canvas.findAllByRole('article')).length).toBeGreaterThan(3)
  },
}

const failMark = (service: TestService) => service.fail('markAs', { status: 503 })

/** A mark that fails changes nothing, says so, and can be made again. */
export const MarkFails: Story = {
  args: { arrange: failMark, notifications: morning().map((notification) => ({ ...notification, seen: true })) },
  play: async (context) => {
    await openPanel(context)
    const { canvas, userEvent } = context
    const [first] = await canvas.findAllByRole('article')
    await userEvent.click(within(first as HTMLElement).getByRole('button', { name: 'Mark as read' }))
    // The notice fades in.
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Try again' })).toBeVisible())
    await expect(first).toHaveAttribute('data-unread')
  },
}

/** A button hands over to the host; what becomes of it shows in its place. */
export const CallToAction: Story = {
  play: async (context) => {
    await openPanel(context)
    const { canvas, userEvent, args } = context
    await userEvent.click(await canvas.findByRole('button', { name: 'Accept' }))
    await expect(await canvas.findByText('You joined Atlas')).toBeVisible()
    await expect(args.onAction).toHaveBeenCalledOnce()
  },
}

/** The panel along the end of the window, as high as it is. */
export const Drawer: Story = {
  args: { layout: 'drawer' },
  play: async (context) => {
    await openPanel(context)
    const { canvas, userEvent } = context
    const panel = canvas.getByRole('dialog', { name: 'Notifications' })
    await settled(panel)
    const { top, right, bottom, width } = panel.getBoundingClientRect()
    await expect([top, right, bottom]).toEqual([0, innerWidth, innerHeight])
    await expect(width).toBeLessThan(innerWidth)
    await userEvent.click(canvas.getByRole('button', { name: 'Close' }))
    await expect(canvas.queryByRole('dialog')).toBeNull()
    await expect(canvas.getByRole('button', { name: /^Notifications/ })).toHaveFocus()
    await openPanel(context)
  },
}

/** Rows closer together, for those with many of them. */
export const Compact: Story = { args: { density: 'compact' }, play: openPanel }

/** An Arabic inbox in a page that runs from left to right: it is mirrored, and the page is not. */
export const Arabic: Story = {
  args: { ...arabic },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'الإشعارات، الجديدة: 2' }))
    const panel = canvas.getByRole('dialog', { name: 'الإشعارات' })
    await expect(getComputedStyle(panel).direction).toBe('rtl')
    await expect(document.documentElement.dir).toBe('ltr')
    const [row] = await canvas.findAllByRole('article')
    const left = (selector: string) => row?.querySelector(selector)?.getBoundingClientRect().left ?? Number.NaN
    await expect(left('.tidings-avatar')).toBeGreaterThan(left('time'))
  },
}

export const Japanese: Story = {
  args: { ...japanese },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: '通知、新着2件' }))
  },
}

export const Dark: Story = { args: { theme: 'dark' }, globals: { theme: 'dark' }, play: openPanel }

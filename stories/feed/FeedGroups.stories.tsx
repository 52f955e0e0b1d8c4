import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fn, waitFor, within } from 'storybook/test'
import { Feed, type FeedProps } from '../../src/components/feed/Feed.tsx'
import { LanguageProvider } from '../../src/components/language/LanguageProvider.tsx'
import type { InboxNotification } from '../../src/contract/inboxNotification.ts'
import { makeNotifications } from '../../src/testing/makeNotification.ts'
import { ago, morning } from '../support/fixtures.ts'
import { Frame } from '../support/Frame.tsx'

const meta = {
  title: 'Components/Feed, in groups',
  component: Feed,
  args: {
    notifications: morning(),
    onMark: fn(),
    onMarkGroup: fn(),
    onOpen: fn((_notification, event) => event.preventDefault()),
  },
  decorators: [(Story) => <Frame>{Story()}</Frame>],
} satisfies Meta<typeof Feed>
export default meta
type Story = StoryObj<typeof meta>

/** The default: by day. The divider is above the notifications that the user has seen before. */
export const ByDay: Story = {
  play: async ({ canvas, userEvent, args }) => {
    const [first] = canvas.getAllByRole('heading')
    await expect(first).toHaveTextContent(/^(Today|Yesterday)$/)
    await expect(canvas.getByText('Earlier')).toBeVisible()
    // Two notifications were unseen when the list was first shown.
    const [, , third] = canvas.getAllByRole('article')
    await expect(within(third ?? document.body).getByText('Earlier')).toBeVisible()
    const [mark] = canvas.getAllByRole('button', { name: /^Mark (Today|Yesterday) as read$/ })
    if (mark) await userEvent.click(mark)
    await expect(args.onMarkGroup).toHaveBeenCalledOnce()
  },
}

export const InGerman: Story = {
  decorators: [(Story) => <LanguageProvider locale="de">{Story()}</LanguageProvider>],
  play: async ({ canvas }) => {
    await expect(canvas.getAllByRole('heading')[0]).toHaveTextContent(/^(Heute|Gestern)$/)
  },
}

export const NotGrouped: Story = {
  args: { groupBy: 'none' },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole('heading')).toBeNull()
  },
}

const projects = [
  'Atlas',
  'Orchard',
  'A project with a name that is much too long for the heading of any list of the world',
]
const project = ({ payload }: InboxNotification) => projects[Number(payload?.['number']) % projects.length] ?? ''

/** By a function: the notifications of a group show together, and are marked together. */
export const ByProject: Story = {
  args: {
    groupBy: project,
    notifications: makeNotifications(12, (number) => ({
      createdAt: ago((12 - number) * 3_600_000),
      seen: true,
      read: number < 6,
    })),
  },
  play: async ({ canvas, args, userEvent }) => {
    const headings = canvas.getAllByRole('heading').map((heading) => heading.textContent)
    await expect(headings).toHaveLength(3)
    await userEvent.click(canvas.getByRole('button', { name: 'Mark Atlas as read' }))
    const [[marked]] = (args.onMarkGroup as ReturnType<typeof fn>).mock.calls as [[InboxNotification[]]]
    await expect(marked.map(project)).toEqual(['Atlas', 'Atlas', 'Atlas', 'Atlas'])
  },
}

/** Removes notifications that are marked as read, as the tab "Unread" does. */
const UnreadOnly = (args: FeedProps) => {
  const [notifications, setNotifications] = useState(() => morning().map((item) => ({ ...item, read: false })))
  return (
    <Feed
      {...args}
      notifications={notifications}
      onMarkGroup={(group) => setNotifications((all) => all.filter((item) => !group.includes(item)))}
    />
  )
}

export const MarkingAGroupInUnread: Story = {
  render: (args) => <UnreadOnly {...args} />,
  play: async ({ canvas, userEvent }) => {
    const before = canvas.getAllByRole('article').length
    const [mark] = canvas.getAllByRole('button', { name: /^Mark .+ as read$/ })
    if (mark) await userEvent.click(mark)
    await expect(canvas.getAllByRole('article').length).toBeLessThan(before)
    await expect(canvas.getAllByRole('article')[0]).toHaveFocus()
  },
}

/** While a group scrolls, its name stays in view: the heading above its first row, the name alone above the others. */
export const NameStays: Story = {
  args: {
    notifications: makeNotifications(60, (number) => ({ createdAt: ago((60 - number) * 3_600_000), seen: true })),
  },
  play: async ({ canvasElement }) => {
    const feed = canvasElement.querySelector('.tidings-feed')
    const top = feed?.getBoundingClientRect().top ?? Number.NaN
    const places = () =>
      [...canvasElement.querySelectorAll('.tidings-group-label')].map(
        (label) => label.getBoundingClientRect().top - top,
      )
    const name = () => canvasElement.querySelector('.tidings-feed-current')
    let names = 0
    await expect(name()).toBeNull()
    const heading = Math.min(...places())
    for (let scrolled = heading; scrolled < 2500; scrolled += 47) {
      feed?.scrollTo(0, scrolled)
      // One name at the edge, or the next one moving to it.
      await waitFor(() => expect(places().filter((place) => place > -heading / 2 && place < 40)).not.toEqual([]))
      if (!name()) continue
      names += 1
      await expect(name()).toBeVisible()
      await expect(name()?.getBoundingClientRect().top).toBe(top)
    }
    await expect(names).toBeGreaterThan(25)
  },
}

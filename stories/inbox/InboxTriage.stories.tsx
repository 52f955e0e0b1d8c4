import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor, within } from 'storybook/test'
import { Inbox } from '../../src/components/inbox/Inbox.tsx'
import type { InboxNotification } from '../../src/contract/inboxNotification.ts'
import { arabic } from '../../src/languages/ar.ts'
import { morning } from '../support/fixtures.ts'
import { inboxArgs, InHeader, type InHeaderProps, ownWindow } from '../support/InHeader.tsx'
import { openPanel } from '../support/openPanel.ts'

/** The notifications of one morning, of which the third is important. */
const notifications = (): InboxNotification[] =>
  morning().map((notification, index) => ({ ...notification, seen: true, severity: index === 2 ? 'high' : 'none' }))

const meta = {
  title: 'Inbox/Archive, snooze, delete',
  component: Inbox,
  args: { ...inboxArgs, notifications: notifications() },
  render: (args) => <InHeader {...args} />,
  parameters: ownWindow,
} satisfies Meta<InHeaderProps>
export default meta
type Story = StoryObj<typeof meta>
type PlayContext = Parameters<NonNullable<Story['play']>>[0]

/** Opens the panel and focuses its second row. */
const start = async (context: PlayContext) => {
  await openPanel(context)
  await context.canvas.findAllByRole('article')
  await context.userEvent.keyboard('jj')
  return document.activeElement as HTMLElement
}

const choose = async ({ canvas, userEvent }: PlayContext, name: RegExp | string, role = 'menuitem') =>
  userEvent.click(within(await canvas.findByRole('menu')).getByRole(role, { name }))

/** The buttons show in the row that has the focus, over its time, and move nothing. */
export const RowActions: Story = {
  play: async (context) => {
    const row = await start(context)
    const title = row.querySelector('.tidings-item-title') as Element
    const buttons = within(row).getAllByRole('button').slice(-3)
    await expect(buttons.map(({ title: name }) => name)).toEqual(['Mark as read or unread', 'Archive', 'More'])
    await waitFor(async () => {
      for (const button of buttons) await expect(getComputedStyle(button).opacity).toBe('1')
    })
    const edges = buttons.map((button) => button.getBoundingClientRect())
    for (const [index, edge] of edges.entries())
      await expect(edge.right).toBeLessThanOrEqual(edges[index + 1]?.left ?? innerWidth)
    row.blur()
    const { width } = title.getBoundingClientRect()
    row.focus()
    // At once: a minute later, the time of the row has another width.
    await expect(title.getBoundingClientRect().width).toBe(width)
  },
}

/** The menu is in the window and above the panel, which does not clip it. */
export const MenuOpen: Story = {
  play: async (context) => {
    const row = await start(context)
    await context.userEvent.click(within(row).getByRole('button', { name: 'More' }))
    const menu = await context.canvas.findByRole('menu', { name: 'More' })
    const { left, right, top, bottom } = menu.getBoundingClientRect()
    await expect(left).toBeGreaterThanOrEqual(0)
    await expect(top).toBeGreaterThanOrEqual(0)
    await expect(right).toBeLessThanOrEqual(innerWidth)
    await expect(bottom).toBeLessThanOrEqual(innerHeight)
    for (const item of within(menu).getAllByRole('menuitem')) {
      const box = item.getBoundingClientRect()
      const shown = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
      await expect(item.contains(shown)).toBe(true)
    }
    await expect(within(menu).getAllByRole('menuitem')[0]).toHaveFocus()
  },
}

/** As wide as a phone. */
export const MenuOnAPhone: Story = { ...MenuOpen, globals: { viewport: { value: 'phone' } } }

/** The times alone, by their key. */
export const SnoozeMenu: Story = {
  play: async (context) => {
    await start(context)
    await context.userEvent.keyboard('b')
    await context.canvas.findByRole('menu', { name: 'Snooze' })
  },
}

/** A field for a date and time takes the place of the menu. */
export const SnoozeForm: Story = {
  play: async (context) => {
    await SnoozeMenu.play?.(context)
    await choose(context, 'Choose date and time…')
    const form = await context.canvas.findByRole('dialog', { name: 'Snooze until' })
    await expect(within(form).getByLabelText('Snooze until', { selector: 'input' })).toHaveFocus()
    await expect(form.scrollWidth).toBeLessThanOrEqual(form.clientWidth)
  },
}
export const SnoozeFormOnAPhone: Story = { ...SnoozeForm, globals: { viewport: { value: 'phone' } } }

/** "Archive" and its undo. */
export const Archived: Story = {
  play: async (context) => {
    const { canvas, userEvent } = context
    const row = await start(context)
    await userEvent.keyboard('e')
    await waitFor(() => expect(row).not.toBeInTheDocument())
    await expect(document.activeElement).toHaveAttribute('role', 'article')
    await expect(await canvas.findByText('Archived')).toBeInTheDocument()
  },
}

/** A snooze and its undo. */
export const Snoozed: Story = {
  play: async (context) => {
    await SnoozeMenu.play?.(context)
    await choose(context, /^Tomorrow/)
    await expect(
      await context.canvas.findByText(/^Snoozed until/, { selector: '.tidings-notice-message' }),
    ).toBeInTheDocument()
  },
}

/** A deleted notification, which "Undo" or "z" restores. */
export const Deleted: Story = {
  play: async (context) => {
    const row = await start(context)
    await context.userEvent.keyboard('#')
    await waitFor(() => expect(row).not.toBeInTheDocument())
    await expect(await context.canvas.findByText('Deleted')).toBeInTheDocument()
  },
}

const openViews = async ({ canvas, userEvent }: PlayContext) => {
  const header = document.querySelector<HTMLElement>('.tidings-header')
  if (header) await userEvent.click(within(header).getByRole('button', { name: 'More' }))
  await canvas.findByRole('menuitemradio', { name: 'Inbox' })
}

/** The other views, and what concerns all notifications. */
export const Views: Story = {
  play: async (context) => {
    await start(context)
    await openViews(context)
  },
}

export const ArchivedView: Story = {
  play: async (context) => {
    await Archived.play?.(context)
    await openViews(context)
    await choose(context, 'Archived', 'menuitemradio')
    await expect(await context.canvas.findByRole('heading', { name: 'Archived' })).toBeVisible()
    await waitFor(() => expect(context.canvas.getAllByRole('article')).toHaveLength(1))
  },
}

/** Rows say when they return. */
export const SnoozedView: Story = {
  play: async (context) => {
    await Snoozed.play?.(context)
    await openViews(context)
    await choose(context, 'Snoozed', 'menuitemradio')
    await waitFor(() => expect(context.canvas.getAllByRole('article')).toHaveLength(1))
    await expect(context.canvas.getByText(/^Until/)).toBeVisible()
  },
}

export const NothingArchived: Story = {
  play: async (context) => {
    await start(context)
    await openViews(context)
    await choose(context, 'Archived', 'menuitemradio')
    await context.canvas.findByText('Nothing archived')
  },
}

/** A bar, a heavier title, and a word for screen readers. */
export const HighSeverity: Story = {
  play: async (context) => {
    await openPanel(context)
    await context.canvas.findByRole('article', { name: /Important, New sign-in/ })
  },
}

/** Buttons, menu and notices from right to left. */
export const RightToLeft: Story = {
  args: { ...arabic },
  globals: { direction: 'rtl' },
  play: async (context) => {
    const row = await start(context)
    await context.userEvent.click(within(row).getByRole('button', { name: arabic.labels.moreActions }))
    const { left, right } = (await context.canvas.findByRole('menu')).getBoundingClientRect()
    await expect(left).toBeGreaterThanOrEqual(0)
    await expect(right).toBeLessThanOrEqual(innerWidth)
  },
}

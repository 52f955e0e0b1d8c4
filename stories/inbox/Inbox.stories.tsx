import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, waitFor, within } from 'storybook/test'
import { Inbox } from '../../src/components/inbox/Inbox.tsx'
import type { OnScheduleChange } from '../../src/components/schedule/useSchedule.ts'
import { morning, ownChoice } from '../support/fixtures.ts'
import { inboxArgs, InHeader, ownWindow, type InHeaderProps } from '../support/InHeader.tsx'
import { openPanel } from '../support/openPanel.ts'
import { settled } from '../support/settled.ts'

const meta = {
  title: 'Inbox/Bell and panel',
  component: Inbox,
  args: { ...inboxArgs, notifications: morning() },
  render: (args) => <InHeader {...args} />,
  parameters: ownWindow,
} satisfies Meta<InHeaderProps>
export default meta
type Story = StoryObj<typeof meta>

/** Marks one notification, then all, and shows both tabs. */
export const Default: Story = {
  play: async (context) => {
    await openPanel(context)
    const { canvas, userEvent } = context
    const [first] = await canvas.findAllByRole('article')
    await userEvent.click(within(first as HTMLElement).getByRole('button', { name: 'Mark as read' }))
    await expect(first).not.toHaveAttribute('data-unread')
    await userEvent.click(canvas.getByRole('tab', { name: /^Unread/ }))
    await waitFor(() => expect(canvas.getAllByRole('article')).toHaveLength(2))
    await userEvent.click(canvas.getByRole('button', { name: 'Mark all as read' }))
    await expect(await canvas.findByText("You're all caught up")).toBeVisible()
    await canvas.findByRole('button', { name: 'Undo' })
  },
}

export const Open: Story = {
  play: async (context) => {
    await openPanel(context)
    await expect(await context.canvas.findAllByRole('article')).toHaveLength(7)
  },
}

/** Dark by its prop, in a light app. */
export const DarkInALightPage: Story = { ...Open, args: { theme: 'dark' }, globals: { theme: 'light' } }

/** Less space in and between rows. */
export const Compact: Story = { ...Open, args: { density: 'compact' } }

/** A panel that fills the screen, with icons instead of some texts. */
export const Phone: Story = { ...Open, globals: { viewport: { value: 'phone' } } }

/** Tabs and a footer of the app. Notices float over the list, not over the footer. */
export const WithTabsAndFooter: Story = {
  args: {
    tabs: [
      { title: 'Everything', filter: {} },
      { title: 'Unread', filter: { read: false }, count: 'unread' },
      { title: 'Invitations', filter: { where: ({ cta }) => cta.action?.buttons?.length === 2 } },
    ],
    footer: <a href="#all">All notifications</a>,
  },
  play: async (context) => {
    const panel = await openPanel(context)
    const { canvas, userEvent } = context
    await canvas.findAllByRole('article')
    await userEvent.click(canvas.getByRole('tab', { name: 'Invitations' }))
    await waitFor(() => expect(canvas.getAllByRole('article')).toHaveLength(1))
    await userEvent.click(canvas.getByRole('tab', { name: 'Everything' }))
    await userEvent.click(canvas.getByRole('button', { name: 'Mark all as read' }))
    const undo = await canvas.findByRole('button', { name: 'Undo' })
    await settled(panel)
    const footer = canvas.getByRole('link', { name: 'All notifications' }).closest('.tidings-footer')
    await expect(footer?.getBoundingClientRect().top).toBeGreaterThan(undo.getBoundingClientRect().bottom)
    await expect(footer?.getBoundingClientRect().bottom).toBeLessThanOrEqual(panel.getBoundingClientRect().bottom)
    const { left, top } = undo.getBoundingClientRect()
    // No heading of a group covers the notice.
    await expect(document.elementFromPoint(left + 1, top + 1)?.closest('.tidings-notice')).not.toBeNull()
  },
}

/** The panel along the end of the window, over its full height. */
export const Drawer: Story = {
  args: { layout: 'drawer' },
  play: async (context) => {
    const panel = await openPanel(context)
    const { canvas, userEvent } = context
    await settled(panel)
    const { top, right, bottom, width } = panel.getBoundingClientRect()
    await expect([top, right, bottom]).toEqual([0, innerWidth, innerHeight])
    await expect(width).toBeLessThan(innerWidth)
    await userEvent.click(canvas.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(canvas.queryByRole('dialog')).toBeNull())
    await expect(canvas.getByRole('button', { name: /^Notifications/ })).toHaveFocus()
    await openPanel(context)
  },
}

/** The app performs a button's action, and the result replaces the button. */
export const CallToAction: Story = {
  play: async (context) => {
    // It is invisible in the first frame of its animation.
    await settled(await openPanel(context))
    const { canvas, userEvent, args } = context
    await userEvent.click(await canvas.findByRole('button', { name: 'Accept' }))
    await expect(await canvas.findByText('You joined Atlas')).toBeVisible()
    await expect(args.onAction).toHaveBeenCalledOnce()
  },
}

const openPreferences: NonNullable<Story['play']> = async (context) => {
  await openPanel(context)
  const { canvas, userEvent } = context
  await userEvent.click(canvas.getByRole('button', { name: 'Preferences' }))
  await canvas.findByRole('list', { name: 'All notifications' })
}

/** Preferences as text, as for a service that does not save them. */
export const PreferencesToRead: Story = {
  args: { preferences: 'read' },
  play: async (context) => {
    await openPreferences(context)
    await expect(context.canvas.queryByRole('switch')).toBeNull()
    await expect(context.canvas.queryByRole('button', { name: 'Edit' })).toBeNull()
  },
}

/** With callbacks that save them, preferences are editable: channels by switches, hours by day. */
export const PreferencesOpen: Story = {
  args: { savedPreferences: ownChoice(), onPreferenceChange: fn(), onScheduleChange: fn<OnScheduleChange>() },
  play: openPreferences,
}

export const PreferencesToChange: Story = {
  args: { onPreferenceChange: fn(), onScheduleChange: fn<OnScheduleChange>() },
  play: async (context) => {
    await openPreferences(context)
    const { canvas, userEvent, args } = context
    const [email] = canvas.getAllByRole('switch', { name: 'Email' })
    if (email) await userEvent.click(email)
    await expect(args.onPreferenceChange).toHaveBeenCalledOnce()
    await userEvent.click(canvas.getByRole('button', { name: 'Edit' }))
    await userEvent.click(canvas.getByRole('switch', { name: 'Saturday' }))
    await expect(args.onScheduleChange).toHaveBeenCalledOnce()
  },
}

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

export const Open: Story = {
  play: async (context) => {
    await openPanel(context)
    await expect(await context.canvas.findAllByRole('article')).toHaveLength(7)
  },
}

export const Dark: Story = { ...Open, globals: { theme: 'dark' } }

/** Dark by its own prop, in a light page. */
export const DarkInALightPage: Story = { ...Open, args: { theme: 'dark' }, globals: { theme: 'light' } }

export const RightToLeft: Story = { ...Open, globals: { direction: 'rtl' } }

/** Rows closer together, for those with many of them. */
export const Compact: Story = { ...Open, args: { density: 'compact' } }

/** A sheet that fills the screen; what has words in a wide window has icons here. */
export const Phone: Story = { ...Open, globals: { viewport: { value: 'phone' } } }

/** The panel along the end of the window, as high as it is. */
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
    await expect(canvas.queryByRole('dialog')).toBeNull()
    await expect(canvas.getByRole('button', { name: /^Notifications/ })).toHaveFocus()
    await openPanel(context)
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

const openPreferences: NonNullable<Story['play']> = async (context) => {
  await openPanel(context)
  const { canvas, userEvent } = context
  await userEvent.click(canvas.getByRole('button', { name: 'Preferences' }))
  await canvas.findByRole('list', { name: 'All notifications' })
}

/** The interface only reads preferences: without callbacks they are shown. */
export const PreferencesToRead: Story = { play: openPreferences }

/** With callbacks that save them they can be changed: channels by switches, hours by day. */
export const PreferencesOpen: Story = {
  args: { preferences: ownChoice(), onPreferenceChange: fn(), onScheduleChange: fn<OnScheduleChange>() },
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
    await userEvent.click(canvas.getByRole('switch', { name: 'Saturday' }))
    await expect(args.onScheduleChange).toHaveBeenCalledOnce()
  },
}

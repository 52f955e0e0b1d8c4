import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { PanelHeader } from '../../src/components/panel/PanelHeader.tsx'
import { contrast } from '../support/contrast.ts'
import { Frame } from '../support/Frame.tsx'

const meta = {
  title: 'Components/Header',
  component: PanelHeader,
  decorators: [(Story) => <Frame>{Story()}</Frame>],
} satisfies Meta<typeof PanelHeader>
export default meta
type Story = StoryObj<typeof meta>

export const TitleAlone: Story = {}

export const OfTheList: Story = {
  args: { onMarkAllAsRead: fn(), onPreferences: fn(), onClose: fn() },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Mark all as read' }))
    await expect(args.onMarkAllAsRead).toHaveBeenCalledOnce()
  },
}

/** With nothing to mark, the button stays. */
export const NothingToMark: Story = {
  args: { ...OfTheList.args, markAllDisabled: true },
  play: async ({ canvas }) => {
    const button = canvas.getByRole('button', { name: 'Mark all as read' })
    const { color, opacity } = getComputedStyle(button)
    const { backgroundColor } = getComputedStyle(button.parentElement ?? button)
    await expect(contrast(color, backgroundColor)).toBeGreaterThanOrEqual(4.5)
    // It would dim the focus ring, too.
    await expect(opacity).toBe('1')
  },
}

export const OfThePreferences: Story = { args: { title: 'Preferences', onBack: fn(), onClose: fn() } }

export const Phone: Story = { args: OfTheList.args ?? {}, globals: { viewport: { value: 'phone' } } }

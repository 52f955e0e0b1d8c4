import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { PanelHeader } from '../../src/components/panel/PanelHeader.tsx'
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
export const NothingToMark: Story = { args: { ...OfTheList.args, markAllDisabled: true } }

export const OfThePreferences: Story = { args: { title: 'Preferences', onBack: fn(), onClose: fn() } }

export const RightToLeft: Story = { ...OfThePreferences, globals: { direction: 'rtl' } }

export const Phone: Story = { args: OfTheList.args ?? {}, globals: { viewport: { value: 'phone' } } }

import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, waitFor } from 'storybook/test'
import { ChannelList } from '../../src/components/preferences/ChannelList.tsx'
import { Frame } from '../support/Frame.tsx'

const meta = {
  title: 'Components/Channels',
  component: ChannelList,
  args: { channels: { in_app: true, email: false, push: true, sms: false, chat: true }, 'aria-label': 'Channels' },
  decorators: [(Story) => <Frame padded>{Story()}</Frame>],
} satisfies Meta<typeof ChannelList>
export default meta
type Story = StoryObj<typeof meta>

export const ToRead: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getAllByRole('listitem')).toHaveLength(5)
    await expect(canvas.queryByRole('switch')).toBeNull()
  },
}

export const AlwaysOn: Story = { args: { alwaysOn: true, channels: { in_app: true, email: true } } }

export const ToSwitch: Story = {
  args: { onChannelChange: fn() },
  play: async ({ canvas, userEvent, args }) => {
    const email = canvas.getByRole('switch', { name: 'Email' })
    email.focus()
    await userEvent.keyboard(' ')
    await expect(args.onChannelChange).toHaveBeenCalledWith('email', true)
    await expect(email).toHaveAttribute('aria-checked', 'true')
  },
}

export const Saving: Story = {
  args: { onChannelChange: fn(() => new Promise<void>(() => {})) },
  play: async ({ canvas, userEvent }) => {
    const email = canvas.getByRole('switch', { name: 'Email' })
    await userEvent.click(email)
    await expect(email).toHaveAttribute('data-saving')
  },
}

export const NotSaved: Story = {
  args: { onChannelChange: fn(() => Promise.reject(new Error('Not saved'))) },
  play: async ({ canvas, userEvent }) => {
    const email = canvas.getByRole('switch', { name: 'Email' })
    await userEvent.click(email)
    await waitFor(() => expect(email).toHaveAccessibleDescription('This could not be saved.'))
    await expect(email).toHaveAttribute('aria-checked', 'false')
  },
}

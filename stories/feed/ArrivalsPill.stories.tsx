import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { ArrivalsPill } from '../../src/components/feed/ArrivalsPill.tsx'
import { Frame } from '../support/Frame.tsx'

const meta = {
  title: 'Components/Arrivals pill',
  component: ArrivalsPill,
  args: { count: 3, onClick: fn() },
  decorators: [
    (Story) => (
      <Frame padded>
        {Story()}
        <div style={{ blockSize: '3rem' }} />
      </Frame>
    ),
  ],
} satisfies Meta<typeof ArrivalsPill>
export default meta
type Story = StoryObj<typeof meta>

export const Several: Story = {
  play: async ({ canvas, userEvent, args }) => {
    await expect(canvas.getByRole('status')).toHaveTextContent('3 new notifications')
    await userEvent.click(canvas.getByRole('button', { name: '3 new notifications' }))
    await expect(args.onClick).toHaveBeenCalledOnce()
  },
}

export const One: Story = { args: { count: 1 } }

export const None: Story = {
  args: { count: 0 },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole('button')).toBeNull()
  },
}

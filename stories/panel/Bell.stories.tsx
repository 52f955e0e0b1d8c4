import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { Bell } from '../../src/components/panel/Bell.tsx'
import { Frame } from '../support/Frame.tsx'

const meta = {
  title: 'Components/Bell',
  component: Bell,
  args: { count: 3, open: false, onClick: fn() },
  decorators: [(Story) => <Frame padded>{Story()}</Frame>],
} satisfies Meta<typeof Bell>
export default meta
type Story = StoryObj<typeof meta>

export const SomethingNew: Story = {
  play: async ({ canvas, userEvent, args }) => {
    const bell = canvas.getByRole('button', { name: 'Notifications, 3 new' })
    await expect(bell).toHaveAttribute('aria-expanded', 'false')
    await userEvent.click(bell)
    await expect(args.onClick).toHaveBeenCalledOnce()
  },
}

export const NothingNew: Story = {
  args: { count: 0 },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: 'Notifications' })).not.toHaveAttribute('data-new')
  },
}

export const NotKnownYet: Story = { args: { count: null } }

export const PastTheMaximum: Story = {
  args: { count: 1204 },
  play: async ({ canvas }) => {
    const bell = canvas.getByRole('button', { name: 'Notifications, 99+ new' })
    await expect(bell).toHaveTextContent('99+')
    // Beyond the bell, it would make a page scroll whose bell is at the edge of the window.
    const badge = bell.querySelector('.tidings-badge')?.getBoundingClientRect()
    await expect(badge?.left).toBeGreaterThanOrEqual(bell.getBoundingClientRect().left)
    await expect(badge?.right).toBeLessThanOrEqual(bell.getBoundingClientRect().right)
    // Most of the icon shows below it.
    const icon = bell.querySelector('.tidings-icon')?.getBoundingClientRect()
    await expect(badge?.bottom).toBeLessThan((icon?.top ?? 0) + (icon?.height ?? 0) * 0.3)
  },
}

export const Open: Story = { args: { open: true } }

export const OnDark: Story = {
  globals: { theme: 'dark' },
  args: { count: 12 },
}

import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from 'storybook/test'
import { Avatar } from '../../src/components/item/Avatar.tsx'
import { contrast } from '../support/contrast.ts'
import { Frame } from '../support/Frame.tsx'

const meta = {
  title: 'Components/Avatar',
  component: Avatar,
  args: { actor: { type: 'user', data: '/portrait-210.svg' } },
  decorators: [(Story) => <Frame padded>{Story()}</Frame>],
} satisfies Meta<typeof Avatar>
export default meta
type Story = StoryObj<typeof meta>

export const Picture: Story = {}

export const Initial: Story = {
  args: { actor: { type: 'user', data: 'Zoë Moreau' } },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Z')).toBeVisible()
  },
}

const people = ['Ada', 'Bo', 'Cleo', 'Ding', 'Elif', 'Femi', 'Grace', 'Hana', 'Ines', 'Jonas', 'Kim', 'Olga', 'Zora']

/** The same name always has the same color, and its letter can be read. */
export const People: Story = {
  render: () => (
    <div className="tidings-feed" style={{ flexFlow: 'wrap', gap: '0.5rem', overflow: 'visible' }}>
      {people.map((data) => (
        <Avatar key={data} actor={{ type: 'user', data }} />
      ))}
    </div>
  ),
  play: async ({ canvasElement }) => {
    const avatars = [...canvasElement.querySelectorAll('.tidings-avatar')]
    await expect(new Set(avatars.map((avatar) => avatar.getAttribute('data-hue'))).size).toBe(8)
    for (const avatar of avatars) {
      const { color, backgroundColor } = getComputedStyle(avatar)
      await expect(contrast(color, backgroundColor)).toBeGreaterThanOrEqual(4.5)
      // The dot is in rows alone.
      await expect(getComputedStyle(avatar, '::after').content).toBe('none')
    }
  },
}

export const PeopleInTheDark: Story = { ...People, globals: { theme: 'dark' } }

export const Nobody: Story = { args: { actor: { type: 'user', data: null } } }

export const PictureThatIsGone: Story = {
  args: { actor: { type: 'user', data: '/does-not-exist.svg' } },
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(canvasElement.querySelector('.tidings-avatar')).toHaveAttribute('data-kind', 'icon'))
  },
}

/** The service's system icons. */
export const SystemIcons: Story = {
  render: () => (
    <div style={{ display: 'flex', gap: '0.5rem' }}>
      {['error', 'warning', 'success', 'up', 'info', 'question', 'unknown'].map((data) => (
        <Avatar key={data} actor={{ type: 'system_icon', data }} />
      ))}
    </div>
  ),
}

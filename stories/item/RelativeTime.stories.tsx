import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent } from 'storybook/test'
import { RelativeTime } from '../../src/components/item/RelativeTime.tsx'
import { LanguageProvider } from '../../src/components/language/LanguageProvider.tsx'
import { ago } from '../support/fixtures.ts'
import { Frame } from '../support/Frame.tsx'

const minute = 60_000
const day = 24 * 60 * minute

const meta = {
  title: 'Components/Time',
  component: RelativeTime,
  args: { time: ago(12 * minute) },
  decorators: [(Story) => <Frame padded>{Story()}</Frame>],
} satisfies Meta<typeof RelativeTime>
export default meta
type Story = StoryObj<typeof meta>

export const MinutesAgo: Story = {
  play: async ({ canvas }) => {
    await userEvent.hover(canvas.getByText('12m'))
    await expect(canvas.getByText('12m')).toHaveAttribute('title')
  },
}

export const FromNowToLastYear: Story = {
  render: () => (
    <div style={{ display: 'grid' }}>
      {[0, 3 * minute, 5 * 60 * minute, day, 4 * day, 40 * day, 500 * day].map((age) => (
        <RelativeTime key={age} time={ago(age)} />
      ))}
    </div>
  ),
}

export const InGerman: Story = {
  ...FromNowToLastYear,
  decorators: [(Story) => <LanguageProvider locale="de">{Story()}</LanguageProvider>],
}

export const Unreadable: Story = {
  args: { time: 'yesterday-ish' },
  play: async ({ canvasElement }) => {
    await expect(canvasElement.querySelector('time')).toBeNull()
  },
}

import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { LanguageProvider } from '../../src/components/language/LanguageProvider.tsx'
import { Badge } from '../../src/components/panel/Badge.tsx'
import { Frame } from '../support/Frame.tsx'

const meta = {
  title: 'Components/Badge',
  component: Badge,
  args: { count: 3 },
  decorators: [(Story) => <Frame padded>{Story()}</Frame>],
} satisfies Meta<typeof Badge>
export default meta
type Story = StoryObj<typeof meta>

export const Few: Story = {}

export const PastTheMaximum: Story = {
  args: { count: 1204 },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('99+')).toBeVisible()
  },
}

export const AnotherMaximum: Story = {
  args: { count: 1204, max: 999 },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('999+')).toBeVisible()
  },
}

export const InArabic: Story = {
  args: { count: 12 },
  decorators: [(Story) => <LanguageProvider locale="ar-EG">{Story()}</LanguageProvider>],
}

/** The badge renders nothing for 0 and for an unknown number. */
export const None: Story = {
  args: { count: 0 },
  play: async ({ canvasElement }) => {
    await expect(canvasElement.querySelector('.tidings-badge')).toBeNull()
  },
}

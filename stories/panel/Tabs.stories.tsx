import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fn } from 'storybook/test'
import { Badge } from '../../src/components/panel/Badge.tsx'
import { TabPanel, Tabs, type TabsProps } from '../../src/components/panel/Tabs.tsx'
import { contrast } from '../support/contrast.ts'
import { Frame } from '../support/Frame.tsx'

const Subject = ({ onValueChange, value: first, ...rest }: TabsProps) => {
  const [value, setValue] = useState(first)
  const choose = (next: string) => {
    onValueChange(next)
    setValue(next)
  }
  return (
    <>
      <Tabs {...rest} value={value} onValueChange={choose} />
      <TabPanel tabsId={rest.id} value={value} style={{ padding: '1rem' }}>
        What “{value}” shows
      </TabPanel>
    </>
  )
}

const meta = {
  title: 'Components/Tabs',
  component: Tabs,
  args: {
    id: 'story',
    'aria-label': 'Filter',
    tabs: [
      { value: 'all', label: 'All' },
      { value: 'unread', label: 'Unread', extra: <Badge count={4} /> },
    ],
    value: 'all',
    onValueChange: fn(),
  },
  render: (args) => <Subject {...args} />,
  decorators: [(Story) => <Frame>{Story()}</Frame>],
} satisfies Meta<TabsProps>
export default meta
type Story = StoryObj<typeof meta>

export const Two: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('tab', { name: 'All' }))
    await userEvent.keyboard('{ArrowRight}')
    await expect(canvas.getByRole('tab', { name: /Unread/ })).toHaveFocus()
    await expect(canvas.getByRole('tabpanel')).toHaveTextContent('What “unread” shows')
    // Its text alone would not show which tab is selected.
    const { borderColor } = getComputedStyle(canvas.getByRole('tab', { selected: true }))
    const { backgroundColor } = getComputedStyle(canvas.getByRole('tablist'))
    await expect(contrast(borderColor, backgroundColor)).toBeGreaterThanOrEqual(3)
  },
}

export const RightToLeft: Story = {
  globals: { direction: 'rtl' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('tab', { name: 'All' }))
    await userEvent.keyboard('{ArrowLeft}')
    await expect(canvas.getByRole('tab', { name: /Unread/ })).toHaveFocus()
  },
}

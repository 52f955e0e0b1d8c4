import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, waitFor, within } from 'storybook/test'
import { createDemo, DemoApp } from './DemoApp.tsx'

const Demo = () => {
  const [{ service, send }] = useState(createDemo)
  return (
    <DemoApp fetch={service.fetch}>
      <button onClick={() => send('mention')}>Mention me</button>
    </DemoApp>
  )
}

const meta = {
  title: 'Introduction',
  component: Demo,
  tags: ['!autodocs'],
  parameters: { docs: { story: { inline: false, height: '40rem' } } },
} satisfies Meta<typeof Demo>
export default meta
type Story = StoryObj<typeof meta>

/** A notification arrives, is archived, and comes back with "Undo". */
export const LiveInbox: Story = {
  play: async ({ canvas, userEvent }) => {
    const panel = await canvas.findByRole('dialog')
    await waitFor(() => expect(within(panel).getAllByRole('article')).toHaveLength(7))
    await userEvent.click(canvas.getByRole('button', { name: 'Mention me', hidden: true }))
    await userEvent.click(await canvas.findByRole('button', { name: /^Notifications, \d new$/, expanded: false }))
    await waitFor(() => expect(canvas.getAllByRole('article')).toHaveLength(8))
    const [arrived] = canvas.getAllByRole('article')
    await userEvent.hover(arrived as HTMLElement)
    await userEvent.click(within(arrived as HTMLElement).getByRole('button', { name: 'Archive' }))
    await waitFor(() => expect(canvas.getAllByRole('article')).toHaveLength(7))
    await userEvent.click(await canvas.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(canvas.getAllByRole('article')).toHaveLength(8))
  },
}

/** The panel as a sheet. */
export const OnAPhone: Story = {
  globals: { viewport: { value: 'phone' } },
  play: async ({ canvas }) => {
    const panel = await canvas.findByRole('dialog')
    await within(panel).findAllByRole('article')
    await expect(panel.offsetWidth).toBe(innerWidth)
  },
}

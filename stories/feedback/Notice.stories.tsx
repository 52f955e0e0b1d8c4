import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { Notice } from '../../src/components/feedback/Notice.tsx'
import { Frame } from '../support/Frame.tsx'

const meta = {
  title: 'Components/Notice',
  component: Notice,
  args: { text: '12 notifications marked as read', action: 'Undo', onAction: fn(), onDismiss: fn() },
  decorators: [(Story) => <Frame>{Story()}</Frame>],
} satisfies Meta<typeof Notice>
export default meta
type Story = StoryObj<typeof meta>

export const Undo: Story = {
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Undo' }))
    await expect(args.onAction).toHaveBeenCalledOnce()
    await userEvent.click(canvas.getByRole('button', { name: 'Dismiss' }))
    await expect(args.onDismiss).toHaveBeenCalledOnce()
  },
}

export const Failed: Story = { args: { failed: true, text: '3 changes could not be saved.', action: 'Try again' } }

export const Long: Story = {
  args: {
    failed: true,
    text: 'Trente-sept notifications n’ont pas pu être marquées comme lues, car la connexion a été perdue.',
    action: 'Réessayer',
  },
  globals: { viewport: { value: 'phone' } },
}

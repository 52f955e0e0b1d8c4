import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { EmptyState } from '../../src/components/feedback/EmptyState.tsx'
import { ErrorState } from '../../src/components/feedback/ErrorState.tsx'
import { FeedSkeleton } from '../../src/components/feedback/FeedSkeleton.tsx'
import { Frame } from '../support/Frame.tsx'

const meta = {
  title: 'Components/Empty, error, loading',
  component: ErrorState,
  subcomponents: { EmptyState, FeedSkeleton },
  args: { message: 'Your notifications could not be loaded.', onRetry: fn() },
  decorators: [(Story) => <Frame>{Story()}</Frame>],
} satisfies Meta<typeof ErrorState>
export default meta
type Story = StoryObj<typeof meta>

export const Failed: Story = {
  play: async ({ canvas, userEvent, args }) => {
    await expect(canvas.getByRole('status')).toHaveTextContent(args.message)
    await userEvent.click(canvas.getByRole('button', { name: 'Try again' }))
    await expect(args.onRetry).toHaveBeenCalledOnce()
  },
}

export const FailedForGood: Story = { render: () => <ErrorState message="You are signed out." /> }

export const Empty: Story = { render: () => <EmptyState /> }

export const EmptyWithMore: Story = {
  render: () => (
    <EmptyState title="Nothing unread">
      <a href="#all">Show all notifications</a>
    </EmptyState>
  ),
}

export const Loading: Story = { render: () => <FeedSkeleton /> }

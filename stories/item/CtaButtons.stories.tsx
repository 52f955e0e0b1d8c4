import type { Meta, StoryObj } from '@storybook/react-vite'
import { useRef } from 'react'
import { expect, fn, waitFor } from 'storybook/test'
import { CtaButtons, type CtaButtonsProps } from '../../src/components/item/CtaButtons.tsx'
import type { OnAction } from '../../src/components/item/useCta.ts'
import type { MessageAction } from '../../src/contract/cta.ts'
import { makeNotification } from '../../src/testing/makeNotification.ts'
import { Frame } from '../support/Frame.tsx'

const invitation = (action: MessageAction = {}) =>
  makeNotification(1, {
    cta: {
      action: {
        status: 'pending',
        buttons: [
          { type: 'primary', content: 'Accept', resultContent: 'You joined Atlas' },
          { type: 'secondary', content: 'Decline', resultContent: 'Invitation declined' },
        ],
        ...action,
      },
    },
  })

const meta = {
  title: 'Components/Call to action',
  component: CtaButtons,
  args: { notification: invitation(), onAction: fn<OnAction>() },
  decorators: [(Story) => <Frame padded>{Story()}</Frame>],
} satisfies Meta<typeof CtaButtons>
export default meta
type Story = StoryObj<typeof meta>

let succeed = () => {}
export const TwoButtons: Story = {
  args: { onAction: fn<OnAction>(() => new Promise<void>((resolve) => (succeed = resolve))) },
  play: async ({ canvas, userEvent, args }) => {
    const accept = canvas.getByRole('button', { name: 'Accept' })
    await userEvent.dblClick(accept)
    await expect(args.onAction).toHaveBeenCalledOnce()
    await expect(accept).toHaveAttribute('aria-disabled', 'true')
    succeed()
    await waitFor(() => expect(canvas.getByText('You joined Atlas')).toBeVisible())
    await expect(canvas.queryByRole('button')).toBeNull()
    await expect(canvas.getByText('You joined Atlas').parentElement).toHaveFocus()
  },
}

export const Working: Story = {
  args: { onAction: fn<OnAction>(() => new Promise<void>(() => {})) },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Decline' }))
    await expect(canvas.getByText('Working…')).toBeVisible()
  },
}

/** The action succeeds at the second attempt. */
const Unlucky = (args: CtaButtonsProps) => {
  const attempts = useRef(0)
  const fail = () => {
    if (++attempts.current === 1) throw new Error('Lost connection')
  }
  return <CtaButtons {...args} onAction={fail} />
}

export const FailsAtFirst: Story = {
  render: (args) => <Unlucky {...args} />,
  play: async ({ canvas, userEvent }) => {
    const accept = canvas.getByRole('button', { name: 'Accept' })
    await userEvent.click(accept)
    await waitFor(() => expect(canvas.getByText('That did not work. Try again.', { selector: 'p' })).toBeVisible())
    await expect(accept).toHaveFocus()
    await userEvent.click(accept)
    await waitFor(() => expect(canvas.getByText('You joined Atlas')).toBeVisible())
  },
}

export const DoneElsewhere: Story = {
  args: { notification: invitation({ status: 'done', result: { type: 'secondary' } }) },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Invitation declined')).toBeVisible()
  },
}

export const ManyButtons: Story = {
  args: {
    notification: invitation({
      buttons: Array.from({ length: 9 }, (_, index) => ({
        type: index === 0 ? 'primary' : 'secondary',
        content: `Choice ${index + 1}`,
      })),
    }),
  },
}

/** Without `onAction`, the buttons are links to the notification's target. */
export const Links: Story = {
  render: ({ onAction: _none, ...args }) => <CtaButtons {...args} />,
  args: {
    notification: makeNotification(1, {
      cta: {
        data: { url: '/billing/2041' },
        action: {
          buttons: [
            { type: 'primary', content: 'Pay invoice' },
            { type: 'secondary', content: 'Details' },
          ],
        },
      },
    }),
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('link', { name: 'Pay invoice' })).toHaveAttribute('href', '/billing/2041')
  },
}

import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from 'storybook/test'
import { Inbox } from '../../src/components/inbox/Inbox.tsx'
import { makeNotification, type TestService } from '../../src/testing/index.ts'
import { ago, morning } from '../support/fixtures.ts'
import { inboxArgs, InHeader, ownWindow, type InHeaderProps } from '../support/InHeader.tsx'
import { openPanel } from '../support/openPanel.ts'

const commented = (who: string, age: number) =>
  makeNotification(50, {
    createdAt: ago(age),
    templateIdentifier: 'comment-added',
    actor: { type: 'user', data: who },
    subject: `${who} and ${age > 0 ? 11 : 12} others commented on “Quarterly roadmap”`,
    content: age > 0 ? 'Who owns billing?' : 'I do, from June on.',
    cta: { type: 'redirect', data: { url: '/docs/roadmap' } },
  })

let service: TestService | undefined
const keepService = (made: TestService) => void (service = made)

/**
 * One row for the comments of an hour: a digest with `updateMode`. Each further comment delivers it again, with another
 * text, unread and on top.
 */
const meta = {
  title: 'Inbox/Digest',
  component: Inbox,
  args: {
    ...inboxArgs,
    pollInterval: 1_000,
    arrange: keepService,
    notifications: [
      ...morning().map((notification) => ({ ...notification, seen: true })),
      { ...commented('Ravi', 20 * 60_000), seen: true },
    ],
  },
  render: (args) => <InHeader {...args} />,
  parameters: ownWindow,
} satisfies Meta<InHeaderProps>
export default meta
type Story = StoryObj<typeof meta>

export const OneRow: Story = {
  play: async (context) => {
    await openPanel(context)
    await expect(await context.canvas.findAllByRole('article', { name: /Ravi and 11 others/ })).toHaveLength(1)
  },
}

/** While the user is at a row, it waits behind the pill, and the earlier row stays where it is. */
export const DeliveredAgain: Story = {
  play: async (context) => {
    await openPanel(context)
    const { canvas, userEvent } = context
    const earlier = await canvas.findByRole('article', { name: /Ravi and 11 others/ })
    await userEvent.keyboard('jjj')
    await expect(earlier).toHaveFocus()
    await userEvent.keyboard('u')
    await expect(earlier).not.toHaveAttribute('data-unread')
    await waitFor(() => expect(service?.done.filter(({ operation }) => operation === 'markAs')).toHaveLength(1))

    service?.add(commented('Noor', 0))
    const pill = await canvas.findByRole('button', { name: '1 new notification' }, { timeout: 5_000 })
    await expect(canvas.getByText('1 new notification', { selector: '[role="status"] *' })).toBeInTheDocument()
    await expect(canvas.getAllByRole('article').indexOf(earlier)).toBe(2)
    await expect(earlier).not.toHaveAttribute('data-unread')

    await userEvent.click(pill)
    const later = await canvas.findByRole('article', { name: /Noor and 12 others/ })
    await expect(canvas.getAllByRole('article').indexOf(later)).toBe(0)
    await expect(later).toHaveAttribute('data-unread')
    await expect(canvas.queryByText(/Ravi and 11 others/)).toBeNull()
  },
}

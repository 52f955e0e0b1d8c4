import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, waitFor } from 'storybook/test'
import { Inbox } from '../../src/components/inbox/Inbox.tsx'
import { ShortcutsHelp } from '../../src/components/panel/ShortcutsHelp.tsx'
import { makeNotifications } from '../../src/testing/index.ts'
import { ago } from '../support/fixtures.ts'
import { inboxArgs, InHeader, ownWindow, type InHeaderProps } from '../support/InHeader.tsx'
import { openPanel } from '../support/openPanel.ts'

const meta = {
  title: 'Inbox/Keyboard',
  component: Inbox,
  args: {
    ...inboxArgs,
    // Ninety notifications, some unread.
    notifications: makeNotifications(90, (number) => ({
      createdAt: ago((90 - number) * 2_000_000),
      seen: number < 86,
      read: number % 3 === 0,
      subject: `Comment ${number}`,
    })),
  },
  render: (args) => <InHeader {...args} />,
  parameters: ownWindow,
} satisfies Meta<InHeaderProps>
export default meta
type Story = StoryObj<typeof meta>

const openList: NonNullable<Story['play']> = async (context) => {
  await openPanel(context)
  await context.canvas.findAllByRole('article')
}

/** Goes through all rows with the keyboard: it loads more, and renders the rows that get the focus. */
export const Triage: Story = {
  play: async (context) => {
    await openList(context)
    const { canvasElement, userEvent } = context
    const focused = () => canvasElement.ownerDocument.activeElement?.getAttribute('data-id')
    await userEvent.keyboard('jjj')
    await expect(focused()).toBe('n87')

    const feed = canvasElement.querySelector('.tidings-feed')
    for (let place = 4; place <= 30; place++) {
      await userEvent.keyboard('j')
      await waitFor(() => expect(focused()).toBe(`n${90 - place}`))
      const [view, box] = [feed, canvasElement.ownerDocument.activeElement].map((each) => each?.getBoundingClientRect())
      await expect(box?.top).toBeGreaterThanOrEqual((view?.top ?? 0) - 1)
      await expect(box?.bottom).toBeLessThanOrEqual((view?.bottom ?? 0) + 1)
      // The next feed page loads when the end is near.
      await waitFor(() => expect(canvasElement.querySelector(`[data-id="n${89 - place}"]`)).not.toBeNull())
    }
    await userEvent.keyboard('{Home}')
    await waitFor(() => expect(focused()).toBe('n89'))
    await waitFor(() => expect(feed?.scrollTop).toBeLessThan(2))
    await userEvent.keyboard('{End}')
    await waitFor(() => expect(Number(focused()?.slice(1))).toBeLessThan(60))
  },
}

/** In "Unread", each mark removes its row, and the focus moves to the next. */
export const TriageOfUnread: Story = {
  play: async (context) => {
    await openList(context)
    const { canvas, canvasElement, userEvent } = context
    await userEvent.keyboard('/{ArrowRight}')
    await waitFor(() => expect(canvas.getByRole('tab', { name: /^Unread/ })).toHaveAttribute('aria-selected', 'true'))
    await canvas.findAllByRole('article')
    await userEvent.keyboard('j')
    for (let marked = 0; marked < 12; marked++) {
      const row = canvasElement.ownerDocument.activeElement
      const next = row?.nextElementSibling?.getAttribute('data-id')
      await userEvent.keyboard('u')
      await waitFor(() => expect(canvasElement.ownerDocument.activeElement).toHaveAttribute('data-id', next))
      await expect(row).not.toBeInTheDocument()
    }
  },
}

export const HelpSheet: Story = {
  play: async (context) => {
    await openList(context)
    const { canvas, userEvent } = context
    await userEvent.keyboard('?')
    await expect(canvas.getByRole('dialog', { name: 'Keyboard shortcuts' })).toHaveFocus()
  },
}

export const HelpSheetAlone: StoryObj<typeof ShortcutsHelp> = {
  render: () => (
    <div style={{ position: 'relative', blockSize: '30rem' }}>
      <ShortcutsHelp onClose={fn()} />
    </div>
  ),
}

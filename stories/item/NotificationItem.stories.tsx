import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import type { NotificationHandlers } from '../../src/components/item/handlers.ts'
import { NotificationTitle } from '../../src/components/item/NotificationBody.tsx'
import { NotificationItem } from '../../src/components/item/NotificationItem.tsx'
import { MarkButton } from '../../src/components/item/rowActions.tsx'
import { makeNotification } from '../../src/testing/makeNotification.ts'
import { contrast } from '../support/contrast.ts'
import { ago } from '../support/fixtures.ts'
import { Frame } from '../support/Frame.tsx'

type OnOpen = NonNullable<NotificationHandlers['onOpen']>

const notification = makeNotification(1, {
  createdAt: ago(5 * 60_000),
  actor: { type: 'user', data: '/portrait-210.svg' },
  subject: 'Mara Lind mentioned you',
  content: 'Could you look at the empty states before we ship?',
  cta: { type: 'redirect', data: { url: '#issue-418' } },
})

const meta = {
  title: 'Components/Notification',
  component: NotificationItem,
  args: {
    notification,
    position: 1,
    setSize: 1,
    onMark: fn(),
    onOpen: fn<OnOpen>((_notification, event) => event.preventDefault()),
    onAction: fn(),
  },
  decorators: [
    (Story) => (
      <Frame>
        <div role="feed" aria-label="Notifications">
          {Story()}
        </div>
      </Frame>
    ),
  ],
} satisfies Meta<typeof NotificationItem>
export default meta
type Story = StoryObj<typeof meta>

export const Unread: Story = {
  play: async ({ canvas, userEvent, args }) => {
    const text = canvas.getByText(notification.content)
    const { backgroundColor } = getComputedStyle(canvas.getByRole('article'))
    await expect(contrast(getComputedStyle(text).color, backgroundColor)).toBeGreaterThanOrEqual(7)
    const row = canvas.getByRole('article', { name: 'Unread, Mara Lind mentioned you, 5 minutes ago' })
    await expect(row).toHaveAttribute('data-unread')
    await userEvent.click(canvas.getByRole('button', { name: 'Mark as read' }))
    await expect(args.onMark).toHaveBeenCalledOnce()
    await expect(args.onMark).toHaveBeenCalledWith(notification, 'read')
    await expect(args.onOpen).not.toHaveBeenCalled()
    await userEvent.click(canvas.getByText(notification.content))
    await expect(args.onOpen).toHaveBeenCalledOnce()
  },
}

/** Controls are above the link that covers the row, also those before the title. */
export const ControlsBeforeTitle: Story = {
  args: {
    children: (
      <div style={{ display: 'grid', gridColumn: '1 / -1', justifyItems: 'start', gap: '0.5rem' }}>
        <MarkButton />
        <button type="button" className="tidings-button">
          Snooze
        </button>
        <NotificationTitle />
      </div>
    ),
  },
  play: async ({ canvas }) => {
    for (const name of ['Mark as read', 'Snooze']) {
      const control = canvas.getByRole('button', { name })
      const { left, top, width, height } = control.getBoundingClientRect()
      await expect(control.contains(document.elementFromPoint(left + width / 2, top + height / 2))).toBe(true)
    }
  },
}

/** The dot of an own row is beside its first line, not where the middle of an avatar would be. */
export const TextOnly: Story = {
  args: {
    children: (
      <div style={{ gridColumn: '1 / -1' }}>
        <NotificationTitle />
        <p>One line below the title, without an avatar</p>
      </div>
    ),
  },
  play: async ({ canvas }) => {
    const middleOf = (selector: string) => {
      const { top, height } = (canvas.getByRole('article').querySelector(selector) as Element).getBoundingClientRect()
      return top + height / 2
    }
    await expect(Math.abs(middleOf('.tidings-unread') - middleOf('.tidings-item-title'))).toBeLessThan(2)
  },
}

const glyphOf = (row: HTMLElement) =>
  getComputedStyle(row.querySelector('.tidings-avatar') as Element, '::before').content

/** A character on the picture says what happened. It is known by the workflow's identifier, or set by the app. */
export const Glyph: Story = {
  args: { notification: { ...notification, templateIdentifier: 'issue-mention' } },
  play: async ({ canvas }) => {
    const row = canvas.getByRole('article')
    await expect(glyphOf(row)).toBe('"@" / ""')
    row.style.setProperty('--tidings-glyph', "'★'")
    await expect(glyphOf(row)).toBe('"★" / ""')
    row.style.setProperty('--tidings-glyph', 'none')
    await expect(['none', 'normal']).toContain(glyphOf(row))
    row.style.removeProperty('--tidings-glyph')
  },
}

/** An unknown workflow has none, and neither has a system icon. */
export const NoGlyph: Story = {
  args: { notification: { ...notification, templateIdentifier: 'issue-closed' } },
  play: async ({ canvas }) => {
    await expect(['none', 'normal']).toContain(glyphOf(canvas.getByRole('article')))
  },
}

export const New: Story = { args: { isNew: true } }

export const Read: Story = {
  args: { notification: { ...notification, read: true, seen: true } },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('article', { name: 'Mara Lind mentioned you, 5 minutes ago' })).not.toHaveAttribute(
      'data-unread',
    )
    canvas.getByRole('button', { name: 'Mark as unread' }).focus()
  },
}

export const WithoutSubject: Story = {
  args: { notification: { ...notification, subject: null } },
}

export const UnsafeAddress: Story = {
  args: { notification: { ...notification, cta: { type: 'redirect', data: { url: 'java\tscript:alert(1)' } } } },
  play: async ({ canvas, userEvent, args }) => {
    await expect(canvas.queryByRole('link')).toBeNull()
    await userEvent.click(canvas.getByText(notification.content))
    await expect(args.onOpen).toHaveBeenCalledOnce()
  },
}

export const AnotherSite: Story = {
  args: { notification: { ...notification, cta: { type: 'redirect', data: { url: 'https://example.com/' } } } },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('link')).toHaveAttribute('rel', 'noopener noreferrer')
  },
}

export const Actors: Story = {
  render: (args) => (
    <>
      {(
        [
          ['user', '/portrait-20.svg'],
          ['user', 'Zoë'],
          ['user', null],
          ['user', '/does-not-exist.svg'],
          ['system_icon', 'warning'],
          ['system_icon', 'error'],
          ['system_icon', 'success'],
          ['system_icon', 'info'],
          ['system_custom', '/portrait-210.svg'],
          ['none', null],
        ] as const
      ).map(([type, data], index) => (
        <NotificationItem
          {...args}
          key={index}
          notification={{
            ...notification,
            _id: `${index}`,
            read: true,
            actor: { type, data },
            content: `${type}: ${data}`,
          }}
        />
      ))}
    </>
  ),
}

import type { Meta, StoryObj } from '@storybook/react-vite'
import { useMemo } from 'react'
import { expect, fn, waitFor, within } from 'storybook/test'
import { Inbox, type InboxNotification, Toasts, type ToastsProps } from '../../src/index.ts'
import { createTestService, inboxProps, makeNotification } from '../../src/testing/index.ts'
import { ago, morning } from '../support/fixtures.ts'
import { withSheet } from '../support/withSheet.tsx'
import '../../src/styles/toasts.css'

const onOpen = fn((_notification: InboxNotification, event: { preventDefault: () => void }) => event.preventDefault())

const news: Partial<InboxNotification>[] = [
  {
    subject: 'Mara Lind assigned you an issue',
    content: 'The export of the yearly report stops after the first page. Could you look at it before Friday?',
    actor: { type: 'user', data: 'Mara Lind' },
  },
  { subject: null, content: 'Your invoice for March is ready.', actor: { type: 'system_icon', data: 'success' } },
  {
    subject: 'The deployment of storefront failed',
    content: 'Step 4 of 6, “Run the tests”.',
    actor: { type: 'system_icon', data: 'error' },
    cta: { type: 'redirect', data: {} },
  },
  { subject: 'Jonas Weber replied', content: 'Fine with me.', actor: { type: 'user', data: 'Jonas Weber' } },
]

/** An app whose inbox shows a toast for each arrival. */
const Page = (props: ToastsProps) => {
  const service = useMemo(() => createTestService({ notifications: morning(), live: true }), [])
  const arrive = () => {
    const number = 100 + service.notifications().length
    service.add(makeNotification(number, { createdAt: ago(0), ...news[service.notifications().length % news.length] }))
  }
  return (
    <div className="page">
      <header className="page-header">
        <strong>Acme</strong>
        <Inbox {...inboxProps(service)} onOpen={onOpen}>
          <Toasts {...props} />
        </Inbox>
      </header>
      <main>
        <button type="button" className="button" onClick={arrive}>
          Let something arrive
        </button>
      </main>
    </div>
  )
}

/** A toast for each arrival, except while a list of the inbox is open. Import `tidings/toasts.css`. */
const meta = {
  title: 'Toasts',
  component: Page,
  args: { duration: Infinity },
} satisfies Meta<typeof Page>
export default meta
type Story = StoryObj<typeof meta>

/** The newest toast is nearest the edge. */
export const Default: Story = {
  play: async ({ canvas, canvasElement, userEvent }) => {
    const body = within(canvasElement.ownerDocument.body)
    await canvas.findByRole('button', { name: 'Notifications, 2 new' })
    for (let count = 0; count < 3; count++)
      await userEvent.click(canvas.getByRole('button', { name: 'Let something arrive' }))
    await waitFor(() => expect(body.getAllByRole('button', { name: 'Dismiss' })).toHaveLength(3))
    const toasts = [...body.getByRole('region', { name: 'Notifications' }).children].map((toast) =>
      toast.getBoundingClientRect(),
    )
    for (const { left, right } of toasts) {
      await expect(left).toBeGreaterThanOrEqual(0)
      await expect(right).toBeLessThanOrEqual(innerWidth)
    }
  },
}

/** A page that stops all animations, as some do for reduced motion, still shows them. */
export const WithoutMotion: Story = {
  decorators: [withSheet('* { animation-play-state: paused !important; }')],
  play: async ({ canvas, canvasElement, userEvent }) => {
    await canvas.findByRole('button', { name: 'Notifications, 2 new' })
    await userEvent.click(canvas.getByRole('button', { name: 'Let something arrive' }))
    const dismiss = await within(canvasElement.ownerDocument.body).findByRole('button', { name: 'Dismiss' })
    const toast = dismiss.closest('.tidings-toast')
    await waitFor(() => expect(toast && getComputedStyle(toast).opacity).toBe('1'))
  },
}

/** In a window that is lower than the toasts, they scroll. */
export const Zoomed: Story = { ...Default, globals: { viewport: { value: 'zoomed' } } }

/** A click anywhere on a toast opens its notification, also without a link. Opening the panel closes the others. */
export const Opened: Story = {
  play: async (context) => {
    await Default.play?.(context)
    const { canvas, canvasElement, userEvent } = context
    const body = within(canvasElement.ownerDocument.body)
    for (const toast of [...body.getByRole('region', { name: 'Notifications' }).children].slice(0, 2)) {
      const { right, top, height } = toast.getBoundingClientRect()
      // Far from the text.
      const hit = document.elementFromPoint(right - 60, top + height - 4)
      await expect(hit?.closest('.tidings-item-link, .tidings-toast')).toHaveClass('tidings-item-link')
      if (hit) await userEvent.click(hit)
      await waitFor(() => expect(toast).not.toBeInTheDocument())
    }
    await expect(onOpen).toHaveBeenCalledTimes(2)
    await userEvent.click(canvas.getByRole('button', { name: /^Notifications/ }))
    await body.findAllByRole('article')
    await waitFor(() => expect(body.queryByRole('region', { name: 'Notifications' })).toBeNull())
  },
}

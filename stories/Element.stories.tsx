import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, waitFor, within } from 'storybook/test'
import '../src/element/index.ts'
import { createTestService } from '../src/testing/index.ts'
import { morning } from './fixtures.ts'

declare module 'react' {
  // oxlint-disable-next-line typescript/no-namespace -- how React's own types are extended
  namespace JSX {
    interface IntrinsicElements {
      'tidings-inbox': { 'subscriber-id': string; 'base-url': string; theme?: string }
    }
  }
}

const onAction = fn()

/** `<tidings-inbox>` for pages without React: the same inbox, in a shadow root. */
const meta = {
  title: 'tidings-inbox',
  render: () => (
    <header className="page-header">
      <strong>Acme</strong>
      <tidings-inbox subscriber-id="ada" base-url="/api/inbox" />
    </header>
  ),
  beforeEach: () => {
    // The element asks its own site. In this page that is a service in memory.
    const service = createTestService({ notifications: morning() })
    const { fetch } = globalThis
    globalThis.fetch = (input, init) => (String(input).includes('/api/inbox/') ? service.fetch(input, init) : fetch(input, init))
    document.addEventListener('tidings-action', onAction)
    return () => {
      globalThis.fetch = fetch
      document.removeEventListener('tidings-action', onAction)
    }
  },
} satisfies Meta
export default meta

export const InAPlainPage: StoryObj = {
  play: async ({ canvasElement, userEvent }) => {
    // A shadow root can be searched like an element, which the types of `within` don't know.
    const inside = within(canvasElement.querySelector('tidings-inbox')?.shadowRoot as unknown as HTMLElement)
    const bell = await inside.findByRole('button', { name: 'Notifications, 2 new' })
    await userEvent.click(bell)
    const panel = await inside.findByRole('dialog', { name: 'Notifications' })
    // Styled without a <style> element, and above everything else in the page.
    await expect(getComputedStyle(panel).position).toBe('fixed')
    await expect(panel.matches(':popover-open')).toBe(true)
    await userEvent.click(await inside.findByRole('button', { name: 'Accept' }))
    await waitFor(() => expect(inside.getByText('You joined Atlas')).toBeVisible())
    await expect(onAction).toHaveBeenCalledOnce()
  },
}

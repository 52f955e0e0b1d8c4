import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, waitFor, within } from 'storybook/test'
import { TidingsInboxElement } from '../src/element/index.ts'
import { german } from '../src/languages/de.ts'
import { createTestService } from '../src/testing/index.ts'
import { morning } from './fixtures.ts'
import { settled } from './settled.ts'

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

/** In another language, along the end of the window. */
export const InGerman: StoryObj = {
  play: async ({ canvasElement, userEvent }) => {
    const element = canvasElement.querySelector('tidings-inbox')
    if (!(element instanceof TidingsInboxElement)) throw new Error('The element is not defined.')
    element.language = german
    element.setAttribute('layout', 'drawer')
    const inside = within(element.shadowRoot as unknown as HTMLElement)
    await userEvent.click(await inside.findByRole('button', { name: 'Benachrichtigungen, 2 neue' }))
    const panel = await inside.findByRole('dialog', { name: 'Benachrichtigungen' })
    await expect(panel.closest('[lang]')).toHaveAttribute('lang', 'de')
    await settled(panel)
    await expect(panel.getBoundingClientRect().bottom).toBe(innerHeight)
  },
}

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

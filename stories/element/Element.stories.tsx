import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, waitFor, within } from 'storybook/test'
import { TidingsInboxElement } from '../../src/element/index.ts'
import { german } from '../../src/languages/de.ts'
import { createTestService } from '../../src/testing/index.ts'
import { morning } from '../support/fixtures.ts'
import { settled } from '../support/settled.ts'
import { withSheet } from '../support/withSheet.tsx'
import contrast from '../../src/styles/themes/contrast.css?inline'

const onAction = fn()

/** `<tidings-inbox>` for pages without React: the same inbox, in a shadow root. */
const meta = {
  title: 'tidings-inbox',
  // Another subscriber for each story: the previous story may still broadcast its marks to other tabs.
  render: (_args, { id }) => (
    <header className="page-header">
      <strong>Acme</strong>
      <tidings-inbox subscriber-id={id} base-url="/api/inbox" />
    </header>
  ),
  beforeEach: ({ id }) => {
    // The element fetches from its own origin. Here, that is a service in memory.
    const service = createTestService({ subscriberId: id, notifications: morning() })
    const { fetch } = globalThis
    globalThis.fetch = (input, init) =>
      String(input).includes('/api/inbox/') ? service.fetch(input, init) : fetch(input, init)
    document.addEventListener('tidings-action', onAction)
    return () => {
      globalThis.fetch = fetch
      document.removeEventListener('tidings-action', onAction)
    }
  },
} satisfies Meta
export default meta

/** Waits for the inbox in the element's shadow root. */
const findInside = async (canvasElement: HTMLElement) => {
  const root = () => canvasElement.querySelector('tidings-inbox')?.shadowRoot?.querySelector<HTMLElement>('.tidings')
  await waitFor(() => expect(root()).toBeTruthy())
  return within(root() ?? canvasElement)
}

/** In another language, as a drawer. */
export const InGerman: StoryObj = {
  play: async ({ canvasElement, userEvent }) => {
    const element = canvasElement.querySelector('tidings-inbox')
    if (!(element instanceof TidingsInboxElement)) throw new Error('The element is not defined.')
    element.language = german
    element.setAttribute('layout', 'drawer')
    const inside = await findInside(canvasElement)
    await userEvent.click(await inside.findByRole('button', { name: 'Benachrichtigungen, 2 neue' }))
    const panel = await inside.findByRole('dialog', { name: 'Benachrichtigungen', busy: false })
    await expect(panel.closest('[lang]')).toHaveAttribute('lang', 'de')
    await settled(panel)
    await expect(panel.getBoundingClientRect().bottom).toBe(innerHeight)
  },
}

/** The app listens on an ancestor, and lists the events in `handles`. */
export const InAPlainPage: StoryObj = {
  render: (_args, { id }) => (
    <header className="page-header">
      <strong>Acme</strong>
      <tidings-inbox subscriber-id={id} base-url="/api/inbox" handles="action" />
    </header>
  ),
  play: async ({ canvasElement, userEvent }) => {
    const inside = await findInside(canvasElement)
    const bell = await inside.findByRole('button', { name: 'Notifications, 2 new' })
    await userEvent.click(bell)
    const panel = await inside.findByRole('dialog', { name: 'Notifications', busy: false })
    // Styled without a <style> element, and above everything else.
    await expect(getComputedStyle(panel).position).toBe('fixed')
    const [row] = await inside.findAllByRole('article')
    // The panel's code loads its styles.
    await expect(row?.querySelector('.tidings-item-row')).toHaveStyle({ display: 'grid' })
    const list = inside.getByRole('feed')
    list.style.setProperty('--_tidings-skipped', '7')
    await expect(row && getComputedStyle(row).getPropertyValue('--_tidings-skipped')).toBe('0')
    await expect(panel.matches(':popover-open')).toBe(true)
    await userEvent.click(await inside.findByRole('button', { name: 'Accept' }))
    await waitFor(() => expect(inside.getByText('You joined Atlas')).toBeVisible())
    await expect(onAction).toHaveBeenCalledOnce()
  },
}

/** An app styles the element with variables on any ancestor, and with ::part(). */
export const StyledByThePage: StoryObj = {
  beforeEach: () => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`
      .page-header { --tidings-accent: light-dark(rgb(102 51 153), #c9a6f0); --tidings-radius: 2px; }
      tidings-inbox::part(bell) { border: 1px dashed currentColor; }
      tidings-inbox::part(item unread) { border-inline-start: 3px solid rgb(102 51 153); }
      tidings-inbox::part(badge) { border-radius: 2px; }
    `)
    document.adoptedStyleSheets.push(sheet)
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
    }
  },
  globals: { theme: 'light' },
  play: async ({ canvasElement, userEvent }) => {
    const inside = await findInside(canvasElement)
    const bell = await inside.findByRole('button', { name: 'Notifications, 2 new' })
    await expect(getComputedStyle(bell).borderStyle).toBe('dashed')
    const badge = bell.querySelector('.tidings-badge')
    await expect(badge && getComputedStyle(badge).backgroundColor).toBe('rgb(102, 51, 153)')
    await userEvent.click(bell)
    await settled(await inside.findByRole('dialog', { name: 'Notifications', busy: false }))
    const [first] = await inside.findAllByRole('article')
    await expect(first && getComputedStyle(first).borderInlineStartWidth).toBe('3px')
    await userEvent.click(within(first as HTMLElement).getByRole('button', { name: 'Mark as read' }))
    await waitFor(() => expect(first && getComputedStyle(first).borderInlineStartWidth).toBe('0px'))
  },
}

/** A theme of the app applies inside the shadow root. */
export const InATheme: StoryObj = {
  decorators: [withSheet(contrast)],
  globals: { theme: 'light' },
  play: async ({ canvasElement, userEvent }) => {
    const inside = await findInside(canvasElement)
    await userEvent.click(await inside.findByRole('button', { name: 'Notifications, 2 new' }))
    const panel = await inside.findByRole('dialog', { busy: false })
    await settled(panel)
    await inside.findAllByRole('article')
    const tabs = inside.getByRole('tablist').closest('.tidings-tabs')
    // Half way between black and white, unlike the faint line of the standard theme.
    await expect(tabs && getComputedStyle(tabs).borderBlockEndColor).toMatch(/^oklab\(0\.(49999|5)/)
  },
}

/** Without a listener for actions, buttons are links to the notification's target. */
export const ButtonsAsLinks: StoryObj = {
  play: async ({ canvasElement, userEvent }) => {
    const inside = await findInside(canvasElement)
    await userEvent.click(await inside.findByRole('button', { name: 'Notifications, 2 new' }))
    await settled(await inside.findByRole('dialog', { busy: false }))
    await inside.findAllByRole('article')
    await expect(inside.queryByRole('button', { name: 'Accept' })).toBeNull()
    canvasElement.querySelector('tidings-inbox')?.addEventListener('tidings-action', () => {})
    await expect(await inside.findByRole('button', { name: 'Accept' })).toBeVisible()
  },
}

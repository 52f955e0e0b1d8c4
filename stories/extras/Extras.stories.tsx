import type { Meta, StoryObj } from '@storybook/react-vite'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { expect, waitFor } from 'storybook/test'
import { DesktopNotifications, FaviconBadge, Inbox, MarkReadOnVisit, TitleCount } from '../../src/index.ts'
import { createTestService, makeNotification } from '../../src/testing/index.ts'
import { ago, morning } from '../support/fixtures.ts'

const useService = () => useMemo(() => createTestService({ notifications: morning() }), [])
type Service = ReturnType<typeof useService>

interface PageProps {
  /** The parts inside the inbox. */
  children: (service: Service) => ReactNode
}

/** An app whose inbox has more than a bell. */
const Page = ({ children }: PageProps) => {
  const service = useService()
  return (
    <header className="page-header">
      <strong>Acme</strong>
      <Inbox subscriberId="ada" baseUrl="/api/inbox" fetch={service.fetch} retry={false} pollInterval={1000}>
        {children(service)}
      </Inbox>
    </header>
  )
}

/** Parts that show notifications outside the inbox, or save a click. Each costs nothing if unused. */
const meta = {
  title: 'Extras',
  component: Page,
} satisfies Meta<typeof Page>
export default meta
type Story = StoryObj<typeof meta>

const arrive = (service: Service) =>
  service.add(makeNotification(100 + service.notifications().length, { createdAt: ago(0), subject: 'Something new' }))

const Shown = ({ service, read }: { service: Service; read: () => ReactNode }) => {
  const [, look] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => look((times) => times + 1), 100)
    return () => clearInterval(timer)
  }, [])
  return (
    <>
      <button type="button" className="button" onClick={() => arrive(service)}>
        Let something arrive
      </button>
      <output aria-label="As the browser shows it">{read()}</output>
    </>
  )
}

/** The count is before the document title, also after the app changes the title. */
export const Title: Story = {
  args: {
    children: (service) => (
      <>
        <TitleCount />
        <Shown service={service} read={() => document.title} />
      </>
    ),
  },
  beforeEach: () => {
    const before = document.title
    document.title = 'Orders'
    return () => {
      document.title = before
    }
  },
  play: async ({ canvas, userEvent }) => {
    const shown = canvas.getByLabelText('As the browser shows it')
    await waitFor(() => expect(shown).toHaveTextContent('(2) Orders'))
    document.title = 'Invoices'
    await waitFor(() => expect(shown).toHaveTextContent('(2) Invoices'))
    await userEvent.click(canvas.getByRole('button', { name: 'Let something arrive' }))
    await waitFor(() => expect(shown).toHaveTextContent('(3) Invoices'))
  },
}

const iconOf = () => document.head.querySelector<HTMLLinkElement>('link[data-story]')

/** The colors of an image at some points. Coordinates go from 0 to 1, from the top left. */
const colorsOf = async (address: string) => {
  const image = Object.assign(new Image(), { src: address })
  await image.decode()
  const context = Object.assign(document.createElement('canvas'), { width: 64, height: 64 }).getContext('2d')
  if (!context) throw new Error('There is no canvas.')
  context.drawImage(image, 0, 0, 64, 64)
  return (x: number, y: number) => [...context.getImageData(Math.round(x * 63), Math.round(y * 63), 1, 1).data]
}

const withIcon = (href: string) => () => {
  const others = [...document.head.querySelectorAll('link[rel~="icon"]')]
  for (const other of others) other.remove()
  const link = Object.assign(document.createElement('link'), { rel: 'icon', href })
  link.dataset.story = ''
  document.head.append(link)
  return () => {
    link.remove()
    document.head.append(...others)
  }
}

const svg = (color: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="${color}" d="M0 0h8v8H0z"/></svg>`)}`

const [green, red] = ['#008000', '#ff0000'].map(svg) as [string, string]

/** The count is drawn over the favicon, in the accent color of the theme. */
export const Favicon: Story = {
  args: {
    children: (service) => (
      <>
        <FaviconBadge />
        <Shown
          service={service}
          read={() => <img src={iconOf()?.href} alt="" width={64} height={64} style={{ verticalAlign: 'middle' }} />}
        />
      </>
    ),
  },
  globals: { theme: 'light' },
  beforeEach: withIcon(green),
  play: async ({ canvas, userEvent }) => {
    await waitFor(() => expect(iconOf()?.href).toMatch(/^data:image\/png/))
    const colorAt = await colorsOf(iconOf()?.href ?? '')
    // The icon, the gap around the badge, and the badge.
    await expect(colorAt(0.05, 0.05)).toEqual([0, 128, 0, 255])
    await expect(colorAt(0.68, 0.315)[3]).toBe(0)
    await expect(colorAt(0.45, 0.7)).toEqual([0x4c, 0x58, 0xd0, 255])

    const before = iconOf()?.href
    await userEvent.click(canvas.getByRole('button', { name: 'Let something arrive' }))
    await waitFor(() => expect(iconOf()?.href).not.toBe(before))

    iconOf()?.setAttribute('href', red)
    await waitFor(() => expect(iconOf()?.href).toMatch(/^data:image\/png/))
    await expect((await colorsOf(iconOf()?.href ?? ''))(0.05, 0.05)).toEqual([255, 0, 0, 255])
  },
}

/** If the favicon fails to load, the badge is drawn alone. */
export const FaviconWithoutIcon: Story = {
  ...Favicon,
  beforeEach: withIcon('/there-is-none.png'),
  play: async () => {
    await waitFor(() => expect(iconOf()?.href).toMatch(/^data:image\/png/))
    const colorAt = await colorsOf(iconOf()?.href ?? '')
    await expect(colorAt(0.02, 0.02)[3]).toBe(0)
    await expect(colorAt(0.1, 0.5)).toEqual([0x4c, 0x58, 0xd0, 255])
  },
}

/** A button of the app requests the permission. */
export const Desktop: Story = {
  args: {
    children: (service) => (
      <>
        <DesktopNotifications>
          {({ permission, request }) => (
            <button type="button" className="button" disabled={permission !== 'default'} onClick={() => void request()}>
              {permission === 'granted' ? 'Shown on your desktop' : 'Show on my desktop'}
            </button>
          )}
        </DesktopNotifications>
        <Shown service={service} read={() => ''} />
      </>
    ),
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: /desktop/ })).toBeVisible()
  },
}

/** Visiting a URL marks the notifications that link to it as read. */
export const ReadOnVisit: Story = {
  args: { children: () => <MarkReadOnVisit url="/issues/418" /> },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Notifications, 1 new' }))
    const [first] = await canvas.findAllByRole('article')
    await expect(first).toHaveTextContent('Mara Lind mentioned you')
    await expect(first).not.toHaveAttribute('data-unread')
  },
}

import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from 'storybook/test'
import { InboxPage } from '../../src/components/inbox/InboxPage.tsx'
import { createTestService, makeNotification, makeNotifications } from '../../src/testing/index.ts'
import { endScrolling, feedOf, holdScrolling, rowsOf, untilStill } from '../support/feedRows.ts'
import { ago, morning } from '../support/fixtures.ts'
import { InHeader, inboxArgs } from '../support/InHeader.tsx'
import { openPanel } from '../support/openPanel.ts'
import { settled } from '../support/settled.ts'
import { withHostSheet } from '../support/withHostSheet.tsx'
import { withSheet } from '../support/withSheet.tsx'

const many = makeNotifications(120, (number) => ({
  createdAt: ago((120 - number) * 60_000),
  seen: true,
  content: 'The copy feels a bit stiff, could you look at it before we ship? '.repeat((number * 7) % 5),
}))

const service = createTestService({ notifications: many })

/** The inbox under the style sheets of apps. */
const meta = {
  title: 'In a page with styles of its own',
  component: InboxPage,
  tags: ['!autodocs'],
  args: { ...inboxArgs, pollInterval: 300, pageSize: 100, fetch: service.fetch },
  render: (args) => (
    <div style={{ blockSize: '36rem' }}>
      <InboxPage {...args} />
    </div>
  ),
} satisfies Meta<typeof InboxPage>
export default meta
type Story = StoryObj<typeof meta>

/** The most common reset. */
export const NoMargins: Story = {
  decorators: [withSheet('* { margin: 0; padding: 0; box-sizing: border-box; }')],
  play: async ({ canvas, canvasElement }) => {
    await canvas.findAllByRole('article')
    const feed = feedOf(canvasElement)
    await waitFor(async () => {
      feed.scrollTop = feed.scrollHeight
      await expect(rowsOf(feed).at(-1)).toHaveAttribute('data-id', 'n0')
    })
    // Scrolls up again, less than a view at a time.
    const seen = new Set<string | undefined>()
    const look = () => rowsOf(feed).forEach((row) => seen.add(row.dataset.id))
    for (look(); feed.scrollTop > 0; look()) {
      feed.scrollTop -= 450
      await untilStill(feed)
    }
    await expect(many.filter(({ _id }) => !seen.has(_id))).toEqual([])
  },
}

/** With `scroll-behavior: smooth` on the app, the rows in view still stay in place. */
export const SmoothScrolling: Story = {
  decorators: [withSheet('* { scroll-behavior: smooth; }')],
  beforeEach: holdScrolling,
  play: async ({ canvas, canvasElement }) => {
    await canvas.findAllByRole('article')
    const feed = feedOf(canvasElement)
    feed.scrollTo({ top: 5000, behavior: 'instant' })
    await untilStill(feed)
    endScrolling()
    await untilStill(feed)
    for (let step = 0; step < 8; step++) {
      const row = rowsOf(feed).find((each) => each.getBoundingClientRect().top > feed.getBoundingClientRect().top)
      const before = row?.getBoundingClientRect().top ?? Number.NaN
      feed.scrollBy({ top: -150, behavior: 'instant' })
      await untilStill(feed)
      await expect(Math.abs((row?.getBoundingClientRect().top ?? Number.NaN) - before - 150)).toBeLessThan(1.5)
    }
  },
}

/** Showing the arrivals does not scroll the browser page. */
export const InAPageThatScrolls: Story = {
  render: (args) => (
    <div
      style={{ blockSize: '100dvh', overflow: 'auto' }}
      data-testid="page"
      tabIndex={0}
      role="group"
      aria-label="Page"
    >
      <div style={{ blockSize: '20rem' }}>What the page says before.</div>
      <div style={{ blockSize: '28rem' }}>
        <InboxPage {...args} />
      </div>
      <div style={{ blockSize: '100rem' }}>What the page says after.</div>
    </div>
  ),
  play: async ({ canvas, canvasElement }) => {
    await canvas.findAllByRole('article')
    const feed = feedOf(canvasElement)
    feed.scrollTop = 900
    await untilStill(feed)
    service.add(makeNotification(999, { createdAt: ago(0), seen: false, subject: 'Just in' }))
    const pill = await canvas.findByRole('button', { name: '1 new notification' })
    // Not with a pointer, which would scroll the button into view first.
    pill.click()
    await canvas.findByText('Just in')
    await expect(feed.scrollTop).toBe(0)
    await expect(canvas.getByTestId('page').scrollTop).toBe(0)
  },
}

/** From a styled header, the panel inherits only the typeface. */
export const InALoudHeader: StoryObj<typeof InHeader> = {
  decorators: [
    withSheet(`.page-header {
      cursor: default; font: italic small-caps 700 1rem serif; letter-spacing: 0.2em; text-align: right; text-transform: uppercase;
      text-indent: 2em; text-shadow: 0 1px 1px red; user-select: none; white-space: nowrap; word-spacing: 1em;
    }`),
  ],
  render: (args) => <InHeader {...args} />,
  args: { notifications: morning() },
  play: async (context) => {
    const panel = await openPanel(context)
    await settled(panel)
    const [row] = await context.canvas.findAllByRole('article')
    const shown = row && getComputedStyle(row)
    const expected = {
      cursor: 'auto',
      fontStyle: 'normal',
      fontVariantCaps: 'normal',
      fontWeight: '400',
      letterSpacing: 'normal',
      textAlign: 'start',
      textIndent: '0px',
      textShadow: 'none',
      textTransform: 'none',
      userSelect: 'text',
      whiteSpace: 'normal',
      wordSpacing: '0px',
    } as const
    for (const [property, value] of Object.entries(expected))
      await expect([property, Reflect.get(shown ?? {}, property)]).toEqual([property, value])
  },
}

/** A reset that many write by hand, and that older versions of Tailwind CSS 3 contain. */
const reset = `
  *, ::before, ::after { margin: 0; padding: 0; border: 0 solid #e5e7eb; box-sizing: border-box; }
  h1, h2, h3 { margin-bottom: 0.5rem; font-size: 2rem; font-weight: inherit; line-height: 1.2; }
  p, ul { margin-bottom: 1rem; }
  a { color: #0d6efd; text-decoration: underline; }
  a:hover { color: #0a58ca; }
  button, input, select { color: inherit; font-size: 100%; letter-spacing: inherit; line-height: inherit; }
  button, [type='button'] { background-color: transparent; background-image: none; }
  img, svg { display: block; max-width: 100%; height: auto; }
`

/** axe checks the contrast of everything. */
export const AReset: StoryObj<typeof InHeader> = {
  decorators: [withHostSheet(reset, 'before')],
  render: ({ onAction: _onAction, ...args }) => <InHeader {...args} />,
  args: {
    notifications: [
      makeNotification(1, {
        createdAt: ago(60_000),
        subject: 'Jonas Okafor invited you to Atlas',
        cta: { data: { url: '/invitations/1' }, action: { buttons: [{ type: 'primary', content: 'Accept' }] } },
      }),
    ],
  },
  play: async (context) => {
    const { canvas, userEvent } = context
    const panel = await openPanel(context)
    await settled(panel)
    const title = canvas.getByRole('heading', { name: 'Notifications' })
    await expect(getComputedStyle(title).fontSize).toBe('15px')
    const [row] = panel.querySelectorAll('.tidings-item-row')
    await expect(row && getComputedStyle(row).paddingInlineStart).toBe('16px')
    const accept = await canvas.findByRole('link', { name: 'Accept' })
    const isPrimary = async () => {
      const { backgroundColor, color, paddingInlineStart } = getComputedStyle(accept)
      await expect({ color, paddingInlineStart }).toEqual({ color: 'rgb(255, 255, 255)', paddingInlineStart: '10px' })
      await expect(backgroundColor).not.toBe('rgba(0, 0, 0, 0)')
    }
    await isPrimary()
    await userEvent.hover(accept)
    await isPrimary()
  },
  globals: { theme: 'light' },
}

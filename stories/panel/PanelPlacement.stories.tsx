import type { Meta, StoryObj } from '@storybook/react-vite'
import { useRef, useState, type CSSProperties } from 'react'
import { createPortal } from 'react-dom'
import { expect, waitFor } from 'storybook/test'
import { Feed } from '../../src/components/feed/Feed.tsx'
import { Bell } from '../../src/components/panel/Bell.tsx'
import { Panel, type PanelProps } from '../../src/components/panel/Panel.tsx'
import { PanelHeader } from '../../src/components/panel/PanelHeader.tsx'
import { morning } from '../support/fixtures.ts'
import { openPanel } from '../support/openPanel.ts'
import { settled } from '../support/settled.ts'

interface SubjectProps {
  /** Style of the box around the bell. */
  box?: CSSProperties
  /** Style of the bell. */
  bell?: CSSProperties
  placement?: PanelProps['placement']
}

const items = morning()

/** A menu that renders through a portal, at the end of the document. */
const PortalMenu = () => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        More
      </button>
      {isOpen &&
        createPortal(
          <button type="button" className="portal-menu">
            Snooze
          </button>,
          document.body,
        )}
    </>
  )
}

const Subject = ({ box, bell: bellStyle, placement }: SubjectProps) => {
  const bell = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  return (
    <div
      style={{ blockSize: '100vh', overflow: 'auto' }}
      data-testid="scroller"
      tabIndex={0}
      role="group"
      aria-label="Page"
    >
      <div style={{ blockSize: '300vh' }}>
        <div style={{ padding: '0.5rem', ...box }}>
          <Bell ref={bell} count={2} open={open} style={bellStyle} onClick={() => setOpen(!open)} />
          <Panel open={open} onClose={() => setOpen(false)} anchor={bell} placement={placement}>
            <PanelHeader onClose={() => setOpen(false)}>
              <PortalMenu />
            </PanelHeader>
            <Feed notifications={items} />
          </Panel>
        </div>
      </div>
    </div>
  )
}

const meta = {
  title: 'Components/Panel, placed',
  component: Subject,
  // They are about places. axe checks the same parts in other stories of the panel.
  parameters: { a11y: { test: 'off' }, docs: { story: { inline: false, height: '44rem' } } },
} satisfies Meta<typeof Subject>
export default meta
type Story = StoryObj<typeof meta>

type PlayContext = Parameters<NonNullable<Story['play']>>[0]

/** Opens the panel, and returns its position. */
const open = async (context: PlayContext) => {
  const panel = await openPanel(context)
  const bell = context.canvas.getByRole('button', { expanded: true })
  await settled(panel)
  return { bell, panel, at: () => bell.getBoundingClientRect(), is: () => panel.getBoundingClientRect() }
}

/** Distance between the panel and its bell, in pixels. */
const gap = 8

const end: CSSProperties = { display: 'flex', justifyContent: 'end' }
const clipped: CSSProperties = {
  overflow: 'hidden',
  transform: 'translateX(-2rem)',
  contain: 'paint',
  isolation: 'isolate',
  blockSize: '3.5rem',
}

/** For a bell in a sidebar. It also follows the bell by CSS anchor positioning, which takes over after the first paint. */
export const BesideTheBell: Story = {
  args: { placement: 'right-start', box: { paddingBlockStart: '6rem' } },
  play: async (context) => {
    const { at, is, panel } = await open(context)
    await waitFor(() => expect(panel.style.positionAnchor).not.toBe(''))
    await expect([is().left, is().top]).toEqual([at().right + gap, at().top])
  },
}

export const BelowTheBell: Story = {
  args: { box: end },
  play: async (context) => {
    const { at, is } = await open(context)
    await expect(is().top).toBeCloseTo(at().bottom + gap, 0)
    await expect(is().right).toBeCloseTo(at().right, 0)
  },
}

/** The styles around the bell don't affect the panel. */
export const OutOfAClippedBox: Story = {
  args: { box: { ...end, ...clipped } },
  play: async (context) => {
    const { at, is } = await open(context)
    await expect(is().top).toBeCloseTo(at().bottom + gap, 0)
    await expect(is().right).toBeCloseTo(at().right, 0)
    await expect(is().height).toBe(640)
  },
}

/** Unstyled, the panel is a plain box at the same position. */
export const Unstyled: Story = {
  args: { box: end },
  decorators: [(Story) => <div data-tidings-unstyled="">{Story()}</div>],
  play: async (context) => {
    const { at, is, panel } = await open(context)
    await expect(is().top).toBeCloseTo(at().bottom + gap, 0)
    await expect(is().right).toBeCloseTo(at().right, 0)
    await expect(getComputedStyle(panel).borderRadius).toBe('0px')
    const feed = panel.querySelector('.tidings-feed')
    await expect(feed?.scrollHeight).toBeGreaterThan(feed?.clientHeight ?? 0)
  },
}

export const AtTheStart: Story = {
  play: async (context) => {
    const { at, is } = await open(context)
    await expect(is().left).toBeCloseTo(at().left, 0)
  },
}

export const RightToLeft: Story = {
  args: { box: end },
  globals: { direction: 'rtl' },
  play: async (context) => {
    const { at, is } = await open(context)
    await expect(at().left).toBeLessThan(100)
    await expect(is().left).toBeCloseTo(at().left, 0)
  },
}

export const AboveTheBell: Story = {
  args: { box: { ...end, position: 'fixed', insetInline: 0, insetBlockEnd: 0 } },
  play: async (context) => {
    const { at, is } = await open(context)
    await expect(is().bottom).toBeCloseTo(at().top - gap, 0)
    await expect(is().height).toBe(640)
  },
}

/** Neither side of the bell has enough space: the panel is shifted until it fits. */
export const ShiftedInANarrowWindow: Story = {
  args: { box: { display: 'flex', justifyContent: 'center' } },
  globals: { viewport: { value: 'narrow' } },
  play: async (context) => {
    const { is, at } = await open(context)
    await expect(is().left).toBeGreaterThanOrEqual(gap)
    await expect(is().right).toBeLessThanOrEqual(innerWidth - gap)
    await expect(is().top).toBeCloseTo(at().bottom + gap, 0)
  },
}

export const StaysAtTheBell: Story = {
  args: { box: { ...end, marginBlockStart: '8rem' } },
  play: async (context) => {
    const { at, is } = await open(context)
    const before = is().top
    context.canvas.getByTestId('scroller').scrollTop = 60
    await waitFor(() => expect(at().bottom + gap).toBeCloseTo(is().top, 0))
    await expect(is().top).toBeCloseTo(before - 60, 0)
  },
}

/** The panel follows a bell that moves with the document around it. */
export const FollowsTheLayout: Story = {
  args: { box: end },
  play: async (context) => {
    const { at, is, bell } = await open(context)
    if (bell.parentElement) bell.parentElement.style.paddingBlockStart = '6rem'
    await waitFor(() => expect(is().top).toBeCloseTo(at().bottom + gap, 0))
    await expect(at().top).toBeGreaterThan(90)
  },
}

/** In a browser without anchor positioning. */
export const PlacedByScript: Story = {
  args: { box: { ...end, ...clipped } },
  beforeEach: () => {
    const { supports } = CSS
    CSS.supports = (...condition: [string, string?]) =>
      condition[0] !== 'left' && (supports as (...condition: unknown[]) => boolean).apply(CSS, condition)
    return () => {
      CSS.supports = supports
    }
  },
  play: async (context) => {
    const { at, is, bell } = await open(context)
    const isAtTheBell = async () => {
      await expect(is().top).toBeCloseTo(at().bottom + gap, 0)
      await expect(is().right).toBeCloseTo(at().right, 0)
    }
    await isAtTheBell()
    context.canvas.getByTestId('scroller').scrollTop = 30
    await waitFor(isAtTheBell)
    bell.style.inlineSize = '4rem'
    await waitFor(isAtTheBell)
  },
}

/** On a phone, the panel fills the screen. */
export const Phone: Story = {
  globals: { viewport: { value: 'phone' } },
  play: async (context) => {
    const { is, panel } = await open(context)
    await expect(panel).toHaveAttribute('aria-modal', 'true')
    await expect([is().left, is().top, is().width, is().height]).toEqual([0, 0, innerWidth, innerHeight])
    await context.userEvent.click(context.canvas.getByRole('button', { name: 'Close' }))
    await expect(context.canvas.getByRole('button', { name: /^Notifications/ })).toHaveFocus()
    await open(context)
  },
}

/** A window of 1280 × 800 at 400% zoom: the whole panel scrolls, header included, and only vertically. */
export const Zoomed: Story = {
  globals: { viewport: { value: 'zoomed' } },
  parameters: { a11y: { test: 'error' } },
  play: async (context) => {
    const { panel } = await open(context)
    await expect(panel.scrollHeight).toBeGreaterThan(innerHeight)
    await expect(panel.scrollWidth).toBe(panel.clientWidth)
  },
}

/** An element that a row renders through a portal counts as inside the panel. */
export const MenuInAPortal: Story = {
  args: { box: end },
  play: async (context) => {
    const { panel } = await open(context)
    const { canvas, userEvent } = context
    await userEvent.click(canvas.getByRole('button', { name: 'More' }))
    const snooze = document.querySelector<HTMLElement>('.portal-menu')
    if (!snooze) throw new Error('The menu did not open.')
    await userEvent.click(snooze)
    await expect(snooze).toHaveFocus()
    await expect(panel).toBeVisible()
  },
}

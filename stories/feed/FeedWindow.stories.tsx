import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState, type CSSProperties } from 'react'
import { expect, fn, waitFor } from 'storybook/test'
import { Feed, type FeedProps } from '../../src/components/feed/Feed.tsx'
import type { InboxNotification } from '../../src/contract/inboxNotification.ts'
import { makeNotification, makeNotifications } from '../../src/testing/makeNotification.ts'
import { endScrolling, feedOf, holdScrolling, nextFrame, painted, rowsOf, untilStill } from '../support/feedRows.ts'
import { ago } from '../support/fixtures.ts'
import { Frame } from '../support/Frame.tsx'

const minute = 60_000
const sentence = 'The copy feels a bit stiff, could you look at it before we ship? '

/** Rows of different heights. */
const varied = (number: number): Partial<InboxNotification> => ({
  createdAt: ago((10_000 - number) * 9 * minute),
  read: number % 3 > 0,
  seen: true,
  subject: `Comment ${number}`,
  content: sentence.repeat((number * 7) % 5),
})
const all = makeNotifications(10_000, varied)

const meta = {
  title: 'Components/Feed, long',
  component: Feed,
  args: { notifications: all, onMark: fn(), onOpen: fn((_notification, event) => event.preventDefault()) },
  decorators: [(Story) => <Frame>{Story()}</Frame>],
  beforeEach: holdScrolling,
  // The docs don't render ten thousand notifications.
  parameters: {
    // They are about places. axe checks the same parts in other stories of the list.
    a11y: { test: 'off' },
    controls: { exclude: ['notifications'] },
    docs: { source: { type: 'code' }, controls: { exclude: ['notifications'] } },
  },
} satisfies Meta<typeof Feed>
export default meta
type Story = StoryObj<typeof meta>

/** The first row that is fully in view: its id, and its distance from the top of the view. */
const placeOf = (feed: HTMLElement, view = feed) => {
  const { top } = view.getBoundingClientRect()
  const row = rowsOf(feed).find((each) => each.getBoundingClientRect().top > top - 2)
  return { id: row?.dataset.id, top: (row?.getBoundingClientRect().top ?? Number.NaN) - top }
}

/** Height of the list's view without a rendered row, in pixels. */
const blankOf = (feed: HTMLElement) => {
  const view = feed.getBoundingClientRect()
  const boxes = rowsOf(feed).map((row) => row.getBoundingClientRect())
  const covered = boxes.reduce(
    (sum, { top, bottom }) => sum + Math.max(0, Math.min(bottom, view.bottom) - Math.max(top, view.top)),
    0,
  )
  return view.height - covered
}

export const TenThousand: Story = {
  play: async ({ canvasElement }) => {
    const feed = feedOf(canvasElement)
    await expect(rowsOf(feed)[0]).toHaveAttribute('data-id', 'n9999')
    // The rows in view, and about five below.
    await expect(rowsOf(feed).length).toBeLessThan(20)

    feed.scrollTop = 300_000
    await untilStill(feed)
    await expect(Number(rowsOf(feed)[0]?.getAttribute('aria-posinset'))).toBeGreaterThan(1000)
    await expect(blankOf(feed)).toBeLessThan(1)
    const positions = rowsOf(feed).map((row) => Number(row.getAttribute('aria-posinset')))
    await expect(positions).toEqual(positions.map((_, at) => (positions[0] ?? 0) + at))
    await expect(rowsOf(feed)[0]).toHaveAttribute('aria-setsize', '10000')

    // Scrolling up measures every row for the first time, above the view.
    for (let step = 0; step < 10; step++) {
      const { id, top } = placeOf(feed)
      feed.scrollTop -= 400
      await untilStill(feed)
      const row = feed.querySelector<HTMLElement>(`[data-id="${id}"]`)
      const moved = (row?.getBoundingClientRect().top ?? 0) - feed.getBoundingClientRect().top - top
      await expect(Math.abs(moved - 400)).toBeLessThan(1.5)
      await expect(blankOf(feed)).toBeLessThan(1)
    }

    await waitFor(async () => {
      feed.scrollTop = feed.scrollHeight
      await expect(rowsOf(feed).at(-1)).toHaveAttribute('data-id', 'n0')
    })
    await untilStill(feed)
    await expect(blankOf(feed)).toBeLessThan(1)
    await expect(rowsOf(feed).length).toBeLessThan(20)
  },
}

/**
 * The rows above the place of a jump are new, or only the lower ones of them: the upper ones were rendered ahead at the
 * place before. Those in view stay while several new ones get their heights.
 */
export const UpAfterAJump: Story = {
  args: { notifications: all.slice(0, 400) },
  play: async ({ canvasElement }) => {
    const feed = feedOf(canvasElement)
    for (let place = 1500, jumps = 0; place < 14_000; place += jumps++ % 2 === 0 ? 1400 : 1700) {
      feed.scrollTop = place
      await untilStill(feed)
      endScrolling()
      await untilStill(feed)
      const { id, top } = placeOf(feed)
      feed.scrollTop -= 400
      await untilStill(feed)
      const row = feed.querySelector<HTMLElement>(`[data-id="${id}"]`)
      const moved = (row?.getBoundingClientRect().top ?? 0) - feed.getBoundingClientRect().top - top
      await expect({ place, isExact: Math.abs(moved - 400) < 1.5 }).toEqual({ place, isExact: true })
    }
  },
}

/** Scrolling ends 150 ms after its last event. What a script scrolls just before is not undone: its event is later. */
export const ScrolledAsScrollingEnds: Story = {
  play: async ({ canvasElement }) => {
    const feed = feedOf(canvasElement)
    for (const place of [3000, 9000, 1000]) {
      feed.scrollTop = place - 500
      await untilStill(feed)
      feed.scrollTop = place
      endScrolling()
      await untilStill(feed)
      await expect(placeOf(feed).top).toBeGreaterThanOrEqual(-2)
      await expect(Math.abs(feed.scrollTop - place)).toBeLessThan(250)
    }
  },
}

/**
 * Scrolls to the end in steps, one in each animation frame, since it is about frames. Counts the paints without a row
 * in the middle.
 */
const countBlanks = async (feed: HTMLElement, step: number) => {
  const { left, top, width, height } = feed.getBoundingClientRect()
  let blanks = 0
  for (let before = Number.NaN; feed.scrollTop !== before;) {
    await nextFrame()
    before = feed.scrollTop
    feed.scrollTop += step
    await painted()
    const middle = document.elementFromPoint(left + width / 2, top + height / 2)
    if (!middle?.closest('[role="article"]')) blanks++
  }
  return blanks
}

/** A frame that a script scrolls is painted before its scroll event. Its rows are rendered nevertheless. */
export const FastScroll: Story = {
  args: { notifications: all.slice(0, 150) },
  play: async ({ canvasElement, step }) => {
    const feed = feedOf(canvasElement)
    const distance = 700
    /** Waits until the first step of that distance ends on rendered rows. */
    const rowsReachBeyond = (side: 'above' | 'below') =>
      waitFor(async () => {
        const { top, bottom, height } = feed.getBoundingClientRect()
        const [first, last] = [rowsOf(feed)[0], rowsOf(feed).at(-1)].map((row) => row?.getBoundingClientRect())
        const beyond = side === 'above' ? top - (first?.top ?? top) : (last?.bottom ?? 0) - bottom
        await expect(beyond).toBeGreaterThan(distance - height / 2)
      })
    await step('down', async () => {
      await rowsReachBeyond('below')
      await expect(await countBlanks(feed, distance)).toBe(0)
    })
    await step('up', async () => {
      feed.scrollTop -= 50
      await rowsReachBeyond('above')
      await expect(await countBlanks(feed, -distance)).toBe(0)
    })
    await step('ten screens in a frame: only the first one is blank', async () => {
      await expect(await countBlanks(feed, 7000)).toBeLessThanOrEqual(1)
    })
  },
}

/** Changes around the rows in view, each by a button. */
const Changing = (args: FeedProps) => {
  const [notifications, setNotifications] = useState(() => all.slice(0, 400))
  const [isNarrow, setNarrow] = useState(false)
  return (
    <>
      <p>
        <button onClick={() => setNotifications((now) => [makeNotification(20_000 + now.length, varied(3)), ...now])}>
          Arrive
        </button>
        <button onClick={() => setNotifications((now) => now.slice(3))}>Leave</button>
        <button
          onClick={() =>
            setNotifications((now) =>
              now.map((item, at) => (at < 80 ? { ...item, content: sentence.repeat(9) } : item)),
            )
          }
        >
          Grow
        </button>
        <button
          onClick={() => {
            const rows = [...document.querySelectorAll('[role="article"]')]
            const middle = Number(rows[rows.length >> 1]?.getAttribute('aria-posinset'))
            const added = makeNotification(30_000, { content: sentence.repeat(9) })
            setNotifications((now) => now.toSpliced(middle, 0, added))
          }}
        >
          Insert
        </button>
        <button onClick={() => setNarrow(!isNarrow)}>Resize</button>
        <button onClick={() => setNotifications([])}>Empty</button>
        <button onClick={() => setNotifications(all.slice(0, 12))}>Twelve</button>
      </p>
      <Feed
        {...args}
        style={{ ...args.style, maxInlineSize: isNarrow ? '20rem' : '100%' } satisfies CSSProperties}
        notifications={notifications}
        status={notifications.length > 0 ? 'ready' : 'loading'}
      />
    </>
  )
}

/** Lets media queries with a text match, or not, whatever the browser is. */
const mockMedia = (text: string, value: boolean) => () => {
  const match = window.matchMedia
  window.matchMedia = (query) =>
    query.includes(text) ? Object.create(match.call(window, query), { matches: { value } }) : match(query)
  return () => {
    window.matchMedia = match
  }
}

/** The height of a row that does not slide is unknown until it is on screen. */
export const InsertedWithoutMotion: Story = {
  render: (args) => <Changing {...args} />,
  beforeEach: mockMedia('reduced-motion', false),
  play: async ({ canvas, canvasElement }) => {
    const feed = feedOf(canvasElement)
    feed.scrollTop = 5050
    await untilStill(feed)
    feed.scrollTop -= 300
    await untilStill(feed)
    endScrolling()
    await untilStill(feed)
    const before = placeOf(feed)
    canvas.getByRole('button', { name: 'Insert' }).click()
    await untilStill(feed)
    await expect(placeOf(feed)).toEqual(before)
    await expect(feed.querySelector('[data-id="n30000"]')).toBeVisible()
  },
}

export const TheReadersPlace: Story = {
  render: (args) => <Changing {...args} />,
  play: async ({ canvas, canvasElement, userEvent, step }) => {
    const feed = feedOf(canvasElement)
    const staysPut = async (change: string) => {
      const before = placeOf(feed)
      await userEvent.click(canvas.getByRole('button', { name: change }))
      await untilStill(feed)
      const after = placeOf(feed)
      // Scroll offsets are whole pixels, heights of rows are not: half a pixel is the best precision.
      await expect({ change, id: after.id }).toEqual({ change, id: before.id })
      await expect(Math.abs(after.top - before.top)).toBeLessThanOrEqual(0.5)
      await expect(blankOf(feed)).toBeLessThan(1)
    }

    await step('at the top, what arrives is shown', async () => {
      await userEvent.click(canvas.getByRole('button', { name: 'Arrive' }))
      await untilStill(feed)
      await expect(rowsOf(feed)[0]).toHaveAttribute('data-id', 'n20400')
      await expect(feed.scrollTop).toBe(0)
    })
    feed.scrollTop = 5050
    await untilStill(feed)
    // No row is cut by the upper edge, since a cut row may grow into view.
    feed.scrollTop += placeOf(feed).top
    await untilStill(feed)
    endScrolling()
    for (const change of ['Arrive', 'Leave', 'Grow', 'Resize', 'Resize', 'Leave', 'Arrive'])
      await step(`${change}: the place stays`, () => staysPut(change))
  },
}

/** No frame waits for the browser's layout, neither the first one with rows nor that of a list that gets much shorter. */
export const WithoutABlankFrame: Story = {
  render: (args) => <Changing {...args} />,
  play: async ({ canvas, canvasElement }) => {
    const feed = feedOf(canvasElement)
    const isFilledAfter = async (change: string) => {
      await nextFrame()
      canvas.getByRole('button', { name: change }).click()
      await painted()
      await expect({ change, blank: blankOf(feed) < 1 }).toEqual({ change, blank: true })
    }
    feed.scrollTop = 20_000
    await untilStill(feed)
    await isFilledAfter('Twelve')
    canvas.getByRole('button', { name: 'Empty' }).click()
    await untilStill(feed)
    await isFilledAfter('Twelve')
    await isFilledAfter('Arrive')
  },
}

/** If the document scrolls instead of the list, rows are also left out. */
export const InAPageThatScrolls: Story = {
  decorators: [
    (Story) => (
      <div style={{ blockSize: '30rem', overflow: 'auto' }} data-testid="page">
        <div style={{ blockSize: '20rem' }}>What the page says before.</div>
        <div>{Story()}</div>
      </div>
    ),
  ],
  render: (args) => <Changing {...args} style={{ overflow: 'visible' }} />,
  play: async ({ canvas, canvasElement }) => {
    const page = canvas.getByTestId('page')
    const feed = feedOf(canvasElement)
    await expect(rowsOf(feed).length).toBeLessThan(20)
    page.scrollTop = 20_000
    await untilStill(feed)
    await expect(Number(rowsOf(feed)[0]?.getAttribute('aria-posinset'))).toBeGreaterThan(50)
    const view = page.getBoundingClientRect()
    const boxes = rowsOf(feed).map((row) => row.getBoundingClientRect())
    await expect(boxes[0]?.top).toBeLessThan(view.top)
    await expect(boxes.at(-1)?.bottom).toBeGreaterThan(view.bottom)
    await expect(rowsOf(feed).length).toBeLessThan(20)

    const before = placeOf(feed, page)
    // Not `userEvent`, which would scroll the page to the button.
    for (const change of ['Arrive', 'Leave', 'Grow']) canvas.getByRole('button', { name: change }).click()
    await untilStill(feed)
    const after = placeOf(feed, page)
    await expect(after.id).toBe(before.id)
    await expect(Math.abs(after.top - before.top)).toBeLessThanOrEqual(1)
  },
}

/** An app may show the inbox smaller. The list's own pixels are then not those of the screen. */
export const Scaled: Story = {
  render: (args) => <Feed {...args} style={{ transform: 'scale(0.5)', transformOrigin: 'top' }} />,
  play: async ({ canvasElement }) => {
    const feed = feedOf(canvasElement)
    feed.scrollTop = 50_000
    await untilStill(feed)
    await expect(Number(rowsOf(feed)[0]?.getAttribute('aria-posinset'))).toBeGreaterThan(300)
    await expect(blankOf(feed)).toBeLessThan(1)
    await expect(rowsOf(feed).length).toBeLessThan(20)
  },
}

/** The row that has the focus stays rendered, however far the user scrolls. */
export const FocusFarAway: Story = {
  play: async ({ canvasElement, userEvent }) => {
    const feed = feedOf(canvasElement)
    rowsOf(feed)[2]?.focus()
    feed.scrollTop = 200_000
    await untilStill(feed)
    await expect(blankOf(feed)).toBeLessThan(1)
    await expect(feed.querySelector('[data-id="n9997"]')).toHaveFocus()
    await userEvent.keyboard('{PageDown}')
    await untilStill(feed)
    const next = feed.querySelector<HTMLElement>('[data-id="n9996"]')
    await expect(next).toHaveFocus()
    const view = feed.getBoundingClientRect()
    await expect(next?.getBoundingClientRect().top).toBeGreaterThanOrEqual(view.top)
    await expect(next?.getBoundingClientRect().bottom).toBeLessThanOrEqual(view.bottom)
  },
}

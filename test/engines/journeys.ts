import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Engine } from './driver/Engine.ts'
import { Reader } from './Reader.ts'

const phone = { width: 390, height: 780 }
/** The page and the subscriber of a visit. */
interface Visit {
  notifications?: number
  layout?: 'popover' | 'drawer' | 'page'
  language?: 'ar'
  scheme?: 'dark'
  density?: 'compact'
  size?: typeof phone
}

/** Opens a page for a new subscriber. */
const visit = async (reader: Reader, { notifications = 12, size, ...rest }: Visit = {}) => {
  const subscriber = await reader.subscribe(notifications)
  await reader.open(`/?${new URLSearchParams({ subscriber, ...rest })}`, size)
  return subscriber
}

/** Opens the panel, and checks that it and its first row are visible. */
const openPanel = async (reader: Reader) => {
  await reader.click('.tidings-bell')
  const panel = await reader.see('.tidings-panel')
  await reader.see('.tidings-item-row')
  expect(panel.left).toBeGreaterThanOrEqual(0)
  expect(panel.top).toBeGreaterThanOrEqual(0)
  expect(panel.right).toBeLessThanOrEqual(reader.size.width)
  expect(panel.bottom).toBeLessThanOrEqual(reader.size.height)
  expect(panel.background[3]).toBe(1)
  expect((await reader.see('.tidings-item-title')).contrast).toBeGreaterThan(4.5)
  await reader.seePainted('.tidings-panel')
  return panel
}

const rowOf = (id: string | undefined) => `.tidings-item[data-id="${id}"]`

/** Marks a row as read. With a mouse, its button appears on hover. */
const markRead = async (reader: Reader, id: string | undefined) => {
  await reader.hover(`${rowOf(id)} .tidings-item-row`)
  // Not the button in the heading above it, which marks a whole day.
  await reader.click(`${rowOf(id)} .tidings-item-row .tidings-mark`)
  await reader.untilAttribute(rowOf(id), 'data-unread', null)
}

/** Marks the newest row of an example's page as unread. Readers in other engines use this page at the same time. */
const markUnread = async (reader: Reader, subscriber: string) => {
  const id = (await reader.see('.tidings-item[data-unread]')).attributes['data-id']
  await markRead(reader, id)
  const isRead = async () => (await reader.stored(subscriber, 100)).find(({ _id }) => _id === id)?.read === true
  await reader.until(isRead, 'the mark in the service')
}

/** The ids of the rendered rows, from top to bottom. */
const rowIds = (reader: Reader) =>
  reader.page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.tidings-item')].map((row) => row.dataset['id'] ?? ''),
  )

/** The space between the text of each time field and its arrow, in CSS pixels. */
const roomInFields = (reader: Reader) =>
  reader.page.evaluate(() =>
    [...document.querySelectorAll('select')].map((field) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(field)
      const context = document.createElement('canvas').getContext('2d')
      if (!context) throw new Error('The browser returned no canvas context.')
      context.font = font
      const text = context.measureText(field.selectedOptions[0]?.text ?? '').width
      return field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - text
    }),
  )

/** Records in `moved` what moves in a page: an element's class, and its animation or the property that changes. */
const recordMotion = (reader: Reader) =>
  reader.page.evaluate(() => {
    const moved: string[] = []
    const onStart = (event: Event) => {
      const what = Reflect.get(event, 'animationName') ?? Reflect.get(event, 'propertyName')
      if (event.target instanceof Element) moved.push(`${event.target.classList[0]} ${String(what)}`)
    }
    document.addEventListener('animationstart', onStart, true)
    document.addEventListener('transitionrun', onStart, true)
    const animate = Element.prototype.animate
    Element.prototype.animate = function (...call) {
      moved.push(`${this.classList[0]} slides`)
      return animate.apply(this, call)
    }
    Object.assign(globalThis, { moved })
  })

const untilMoved = (reader: Reader, what: string) => {
  const isMoved = () =>
    reader.page.evaluate((each) => (globalThis as unknown as { moved: string[] }).moved.includes(each), what)
  return reader.until(isMoved, what)
}

/** The distance of each rendered row from the top of the window. */
const tops = (reader: Reader) =>
  reader.page.evaluate(() =>
    [...document.querySelectorAll('.tidings-item')].map((row) => row.getBoundingClientRect().top),
  )

const journeys = {
  'the panel opens below its bell, at its end': async (reader) => {
    await visit(reader)
    const bell = await reader.see('.tidings-bell')
    await reader.until(
      async () => (await reader.find('.tidings-bell'))?.name === 'Notifications, 12 new',
      'a count of 12',
    )
    const panel = await openPanel(reader)
    expect(panel.top - bell.bottom).toBeCloseTo(8, 0)
    expect(panel.right).toBeCloseTo(bell.right, 0)
    expect(panel.right - panel.left).toBeCloseTo(432, 0)
    expect(panel.bottom - panel.top).toBeGreaterThan(400)
  },

  'rows show the notifications of the service, in its order': async (reader) => {
    const subscriber = await visit(reader)
    await openPanel(reader)
    const stored = await reader.stored(subscriber)
    expect(stored).toHaveLength(12)
    // The rows in view, and some below. Their number depends on the fonts.
    const ids = await rowIds(reader)
    expect(ids.length).toBeGreaterThan(6)
    expect(ids).toEqual(stored.slice(0, ids.length).map(({ _id }) => _id))
    expect((await reader.see('.tidings-item-title')).name).toBe('Ravi invited you to Apricot')
    expect((await reader.see('.tidings-item-title', 1)).name).toBe('Ravi commented on “Post 2”')
  },

  'a notification is marked as read, and another is opened': async (reader) => {
    const subscriber = await visit(reader)
    await openPanel(reader)
    const [, second, third] = await reader.stored(subscriber)
    await markRead(reader, second?._id)
    await reader.until(async () => (await reader.stored(subscriber))[1]?.read === true, 'the mark in the service')
    await reader.click(`${rowOf(third?._id)} .tidings-item-row`)
    await reader.untilAttribute('html', 'data-opened', third?._id ?? '')
    await reader.until(
      async () => (await reader.stored(subscriber))[2]?.read === true,
      'the mark of the opened notification',
    )
  },

  'all are marked as read, and undone': async (reader) => {
    const subscriber = await visit(reader)
    await openPanel(reader)
    const countRead = async () => (await reader.stored(subscriber)).filter(({ read }) => read).length
    await reader.click('.tidings-mark-all')
    await reader.see('.tidings-notice')
    await reader.seeNo('.tidings-item[data-unread]')
    await reader.until(async () => (await countRead()) === 12, '12 marks in the service')
    await reader.seePainted('.tidings-notice')
    await reader.click(['.tidings-notice button', 'Undo'])
    await reader.see('.tidings-item[data-unread]')
    await reader.seeNo('.tidings-item:not([data-unread])')
    await reader.until(async () => (await countRead()) === 0, 'no marks in the service')
  },

  'an event shows live, also after the page comes back from the cache for "back"': async (reader) => {
    const subscriber = await visit(reader, { notifications: 2 })
    const countIs = (count: number) =>
      reader.until(
        async () => (await reader.find('.tidings-bell'))?.name === `Notifications, ${count} new`,
        `a count of ${count}`,
      )
    await countIs(2)
    await reader.trigger(subscriber)
    await countIs(3)

    await reader.page.evaluate(() => {
      Reflect.set(globalThis, 'isSamePage', true)
      location.assign('/?elsewhere')
    })
    await reader.until(() => reader.page.evaluate(() => location.search === '?elsewhere'), 'the other page')
    await reader.page.evaluate(() => history.back())
    await reader.until(() => reader.page.evaluate(() => location.search !== '?elsewhere'), 'the page')
    // Firefox caches no page that had an open request when it was left. It loads the page again.
    const isCached = () => Reflect.get(globalThis, 'isSamePage') === true || navigator.userAgent.includes('Firefox')
    expect(await reader.page.evaluate(isCached)).toBe(true)
    await reader.trigger(subscriber)
    await countIs(4)
  },

  'an arrival waits while the pointer is over the list, and moves no row': async (reader) => {
    const subscriber = await visit(reader)
    await openPanel(reader)
    await reader.hover('.tidings-item-row')
    const { top } = await reader.see('.tidings-item-row')
    const shown = await rowIds(reader)
    await reader.trigger(subscriber)
    await reader.see('.tidings-arrivals')
    expect((await reader.see('.tidings-item-row')).top).toBe(top)
    expect(await rowIds(reader)).toEqual(shown)
    const [newest] = await reader.stored(subscriber)
    await reader.click('.tidings-arrivals')
    await reader.until(async () => (await rowIds(reader))[0] === newest?._id, 'the arrival as the first row')
  },

  'a list that loads shows its skeleton after 180 ms': async (reader) => {
    await visit(reader)
    await openPanel(reader)
    const opacityAfter = (milliseconds: number) =>
      reader.page.evaluate((time) => {
        const skeleton = document.createElement('div')
        skeleton.className = 'tidings-skeleton'
        document.querySelector('.tidings-panel')?.append(skeleton)
        for (const animation of skeleton.getAnimations()) {
          animation.pause()
          animation.currentTime = time
        }
        const { opacity } = getComputedStyle(skeleton)
        skeleton.remove()
        return Number(opacity)
      }, milliseconds)
    expect(await opacityAfter(170)).toBe(0)
    expect(await opacityAfter(190)).toBeGreaterThan(0.5)
  },

  'a button of a notification is used': async (reader) => {
    await visit(reader)
    await openPanel(reader)
    await reader.click(['.tidings-button', 'Accept'])
    expect((await reader.see('.tidings-cta-result')).name).toContain('You joined Apricot')
  },

  'preferences and delivery hours are changed': async (reader) => {
    await visit(reader)
    await openPanel(reader)
    await reader.click(['button', 'Preferences'])
    const channel = ['.tidings-channel[role="switch"]', 'Email'] as const
    await reader.see(channel)
    await reader.seePainted('.tidings-preferences')
    await reader.click(channel)
    await reader.untilAttribute('html', 'data-saved', 'email false')
    await reader.untilAttribute(channel, 'aria-checked', 'false')
    await reader.click(['button', 'Edit'])
    await reader.click('.tidings-schedule [role="switch"]')
    await reader.untilAttribute('html', 'data-saved', 'schedule true')
    await reader.see('.tidings-schedule-day')
    const rooms = await roomInFields(reader)
    expect(rooms).not.toHaveLength(0)
    for (const room of rooms) expect(room).toBeGreaterThanOrEqual(0)
    await reader.seePainted('.tidings-panel')
    await reader.click('.tidings-back')
    await reader.see('.tidings-item-row')
  },

  'keys move, open and show the list of shortcuts': async (reader) => {
    const subscriber = await visit(reader)
    await openPanel(reader)
    const [first, second] = await reader.stored(subscriber)
    await reader.press('j')
    await reader.untilFocused(rowOf(first?._id))
    await reader.press('j')
    await reader.untilFocused(rowOf(second?._id))
    await reader.press('k', '?')
    await reader.see('.tidings-shortcuts')
    await reader.seePainted('.tidings-shortcuts')
    await reader.press('Escape')
    await reader.seeNo('.tidings-shortcuts')
    await reader.untilFocused(rowOf(first?._id))
    await reader.press('j', 'Enter')
    await reader.untilAttribute('html', 'data-opened', second?._id ?? '')
  },

  'Escape closes the panel, and the focus returns to the bell': async (reader) => {
    await visit(reader)
    await openPanel(reader)
    await reader.press('Escape')
    await reader.seeNo('.tidings-panel')
    await reader.untilFocused('.tidings-bell')
    await reader.press('Enter')
    await reader.see('.tidings-panel')
    await reader.page.click({ x: 100, y: 500 })
    await reader.seeNo('.tidings-panel')
  },

  'an arrival moves the bell and makes room among the rows, and the panel fades in and out': async (reader) => {
    const subscriber = await visit(reader)
    const countTo = (count: number) =>
      reader.until(async () => (await reader.find('.tidings-bell'))?.name === `Notifications, ${count} new`, `${count}`)
    await countTo(12)
    await recordMotion(reader)
    await reader.trigger(subscriber)
    await countTo(13)
    await untilMoved(reader, 'tidings-icon tidings-swing')
    await openPanel(reader)
    await untilMoved(reader, 'tidings-panel tidings-enter')
    // The list may be loaded after the frame.
    await reader.until(async () => (await reader.find('.tidings-item')) !== null, 'rows')
    await reader.trigger(subscriber)
    await untilMoved(reader, 'tidings-item slides')
    const [newest] = await reader.stored(subscriber)
    await reader.see(`${rowOf(newest?._id)} .tidings-item-row`)
    const before = await tops(reader)
    await markRead(reader, newest?._id)
    expect(await tops(reader)).toEqual(before)
    await reader.press('Escape')
    await untilMoved(reader, 'tidings-panel opacity')
    await reader.seeNo('.tidings-panel')
  },

  'the panel stays in the window of a page with CSS zoom': async (reader) => {
    const zoom = (selector: string, factor: string) =>
      reader.page.evaluate(
        (css, value) => document.querySelector<HTMLElement>(css)?.style.setProperty('zoom', value),
        selector,
        factor,
      )
    const isInWindow = async () => {
      const { left, top, right, bottom } = await reader.see('.tidings-panel')
      for (const edge of [left, top]) expect(edge).toBeGreaterThan(-1)
      expect(right).toBeLessThan(reader.size.width + 1)
      expect(bottom).toBeLessThan(reader.size.height + 1)
    }
    await visit(reader)
    // WebKit rounds the `offsetWidth` of the panel.
    const rounding = (await reader.page.evaluate(() => 'currentCSSZoom' in document.body)) ? 0.5 : 1
    for (const around of ['html', 'body', '.bar'])
      for (const factor of ['1.25', '0.8']) {
        await zoom(around, factor)
        const bell = await reader.see('.tidings-bell')
        await reader.click('.tidings-bell')
        await reader.see('.tidings-item-row')
        await isInWindow()
        const panel = await reader.see('.tidings-panel')
        expect(panel.top - bell.bottom).toBeCloseTo(8 * Number(factor), 0)
        expect(Math.abs(panel.right - bell.right)).toBeLessThan(rounding)
        await reader.press('Escape')
        await reader.seeNo('.tidings-panel')
        await zoom(around, '')
      }
    for (const [layout, size] of [['drawer'], ['popover', phone]] as const) {
      await visit(reader, { layout, ...(size && { size }) })
      await zoom('html', '1.25')
      await reader.click('.tidings-bell')
      await isInWindow()
    }
  },

  'a panel shows and closes in a page that stops or stretches all motion': async (reader) => {
    await visit(reader)
    const sheets = [
      '* { animation-play-state: paused !important }',
      '* { animation-duration: 3600s !important }',
      '* { animation-iteration-count: infinite !important }',
    ]
    for (const css of sheets) {
      await reader.page.evaluate((text) => {
        const sheet = new CSSStyleSheet()
        sheet.replaceSync(text)
        document.adoptedStyleSheets = [sheet]
      }, css)
      await reader.click('.tidings-bell')
      await reader.see('.tidings-panel')
      await reader.press('Escape')
      await reader.seeNo('.tidings-panel')
    }
  },

  'several hundred notifications scroll, in order and without a blank window': async (reader) => {
    const count = 300
    const subscriber = await visit(reader, { notifications: count })
    await openPanel(reader)
    const ids: string[] = []
    const scroll = () =>
      reader.page.evaluate(() => {
        const feed = document.querySelector('.tidings-feed')
        feed?.scrollBy(0, feed.clientHeight * 0.8)
      })
    const collect = async () => {
      const rows = await reader.page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('.tidings-item')].map((each) => ({
          id: each.dataset['id'] ?? '',
          place: Number(each.ariaPosInSet),
        })),
      )
      for (const { id, place } of rows) ids[place - 1] = id
    }
    /** The number of positions in the middle of the feed without a row or another part of the feed. */
    const blank = () =>
      reader.page.evaluate(() => {
        const feed = document.querySelector('.tidings-feed')?.getBoundingClientRect()
        if (!feed) throw new Error('The page has no feed.')
        return [0.2, 0.4, 0.6, 0.8].filter((share) => {
          const hit = document.elementFromPoint((feed.left + feed.right) / 2, feed.top + feed.height * share)
          return !hit?.closest('.tidings-item, .tidings-feed-footer, .tidings-skeleton')
        }).length
      })
    await collect()
    // To the end of the list: on a busy machine, the last row was rendered ahead of the view, and no longer is.
    const isAtEnd = () =>
      reader.page.evaluate(() => {
        const feed = document.querySelector('.tidings-feed')
        return feed !== null && feed.scrollTop + feed.clientHeight >= feed.scrollHeight - 1
      })
    // Without its own limit: WebKit takes 50 ms per step, and a page that doesn't load ends in the timeout of the
    // journey.
    while (ids.length < count || !(await isAtEnd())) {
      await scroll()
      await reader.until(async () => (await blank()) === 0, 'rows in the whole visible feed')
      await collect()
    }
    await reader.seePainted('.tidings-feed')
    const stored = await reader.stored(subscriber, 100)
    expect(ids.slice(0, 100)).toEqual(stored.map(({ _id }) => _id))
    expect(new Set(ids).size).toBe(count)
    const inPage = await rowIds(reader)
    expect(inPage.length).toBeLessThan(60)
    expect(inPage.at(-1)).toBe(ids.at(-1))
  },

  'the drawer is at the end of the window': async (reader) => {
    await visit(reader, { layout: 'drawer' })
    const panel = await openPanel(reader)
    expect([panel.top, panel.right, panel.bottom]).toEqual([0, reader.size.width, 800])
    expect(panel.left).toBeCloseTo(reader.size.width - 432, 0)
  },

  'the page shows its feed': async (reader) => {
    await visit(reader, { layout: 'page' })
    const page = await reader.see('.tidings-page')
    await reader.see('.tidings-item-row')
    expect(page.bottom).toBeLessThanOrEqual(800)
    expect(page.right - page.left).toBeCloseTo(768, 0)
    await reader.seePainted('.tidings-page')
  },

  'on a phone the panel is a sheet, and its button closes it': async (reader) => {
    await visit(reader, { size: phone })
    const panel = await openPanel(reader)
    expect([panel.left, panel.top, panel.right, panel.bottom]).toEqual([0, 0, reader.size.width, phone.height])
    await reader.click('.tidings-close')
    await reader.seeNo('.tidings-panel')
  },

  'from right to left the panel opens at the other end': async (reader) => {
    await visit(reader, { language: 'ar' })
    const bell = await reader.see('.tidings-bell')
    const panel = await openPanel(reader)
    expect(panel.direction).toBe('rtl')
    expect(panel.left).toBeCloseTo(bell.left, 0)
    expect(panel.top - bell.bottom).toBeCloseTo(8, 0)
    const [avatar, time] = [await reader.find('.tidings-avatar'), await reader.find('.tidings-time')]
    expect(avatar?.left).toBeGreaterThan(time?.right ?? Infinity)
  },

  'from right to left the drawer is at the other end': async (reader) => {
    await visit(reader, { language: 'ar', layout: 'drawer' })
    const panel = await openPanel(reader)
    expect([panel.left, panel.top, panel.bottom]).toEqual([0, 0, 800])
  },

  'in a dark page the panel is dark': async (reader) => {
    await visit(reader, { scheme: 'dark' })
    const panel = await openPanel(reader)
    for (const part of panel.background.slice(0, 3)) expect(part).toBeLessThan(60)
  },

  'compact rows have two lines': async (reader) => {
    await visit(reader, { density: 'compact' })
    await openPanel(reader)
    for (const row of [1, 2, 3]) {
      const { top } = await reader.see('.tidings-item-row', row)
      // With the gap below the row.
      const { bottom } = await reader.see('.tidings-item', row)
      expect(bottom - top).toBeLessThanOrEqual(44)
    }
  },

  'the element shows its panel, in a page without a bundler': async (reader) => {
    await reader.open('/element/')
    const bell = await reader.see('.tidings-bell')
    const panel = await openPanel(reader)
    expect(panel.top - bell.bottom).toBeCloseTo(8, 0)
    expect(panel.right).toBeCloseTo(bell.right, 0)
    await markUnread(reader, 'felix')
    await reader.press('Escape')
    await reader.seeNo('.tidings-panel')
    await reader.untilFocused('.tidings-bell')
  },

  'the example with a strict policy works': async (reader) => {
    await reader.open('/strict/')
    await openPanel(reader)
    await markUnread(reader, 'grace')
    await reader.click(['button', 'Preferences'])
    await reader.see('.tidings-channel')
  },
} satisfies Record<string, (reader: Reader) => Promise<void>>

type Title = keyof typeof journeys

const all = Object.keys(journeys) as Title[]

/**
 * Those that end-to-end tests don't make: their browser has no cache for "back", and their pages neither this policy nor
 * these style sheets.
 */
export const beyondEndToEnd: Title[] = [
  'an event shows live, also after the page comes back from the cache for "back"',
  'the example with a strict policy works',
  'the panel stays in the window of a page with CSS zoom',
  'a panel shows and closes in a page that stops or stretches all motion',
]

/** Runs journeys in an engine, one after another. Each has its own page and subscriber. Default: all. */
export const describeJourneys = (name: string, start: () => Promise<Engine>, titles = all) => {
  describe(name, () => {
    let engine: Engine | undefined
    beforeAll(async () => {
      engine = await start()
      process.stdout.write(`${name}: ${engine.version}\n`)
    })
    afterAll(() => engine?.close())

    for (const title of titles)
      it(title, async () => {
        if (!engine) throw new Error(`${name} did not start.`)
        const page = await engine.newPage()
        try {
          const reader = new Reader(page, inject('address'), `${name}-${title}`)
          await journeys[title](reader)
          expect(await reader.complaints()).toEqual([])
        } finally {
          await page.close()
        }
      })
  })
}

import { describe, expect, it, vi } from 'vitest'
import type { RenderRow, TidingsInboxEventMap } from '../../src/element/index.ts'
import '../../src/element/index.ts'
import { createTestService, makeNotification, makeNotifications } from '../../src/testing/index.ts'
import { pass } from '../setup/pass.ts'
import { click, inside, openPanel, setUpDocument, showMarkup } from './showElement.ts'

const markup = '<tidings-inbox subscriber-id="ada"></tidings-inbox>'
const containers = () => [...document.querySelectorAll<HTMLElement>('tidings-inbox > [slot^=tidings-row]')]
const texts = () => containers().map(({ textContent }) => textContent)
const writeSubject: RenderRow = (container, { subject, read }) => {
  container.textContent = `${subject} is ${read ? 'read' : 'unread'}`
}

setUpDocument()

const show = async (renderItem: RenderRow, notifications = makeNotifications(2, (n) => ({ subject: `Post ${n}` }))) => {
  const element = await showMarkup(createTestService({ notifications }), markup)
  element.renderItem = renderItem
  await openPanel(element)
  return element
}

describe('renderItem', () => {
  it('fills a container per row, outside the shadow root, which the row shows and is named by', async () => {
    const element = await show(writeSubject)
    const names = inside(element, '[role="article"]').map((row) => {
      const title = element.shadowRoot?.getElementById(row.getAttribute('aria-labelledby')?.split(' ').at(-1) ?? '')
      const [container] = title?.querySelector('slot')?.assignedElements() ?? []
      return container?.textContent
    })
    expect(names).toEqual(texts())
    expect(names).toHaveLength(2)
    expect(inside(element, '.tidings-item-title')).toEqual([])
    expect(inside(element, '.tidings-time')).toHaveLength(2)
  })

  it('fills the same container again when its notification changes, and no other', async () => {
    const fill = vi.fn<RenderRow>(writeSubject)
    const element = await show(fill)
    const before = containers()
    fill.mockClear()
    await click(element, '.tidings-mark[aria-label="Mark as read"]')
    expect(containers()).toEqual(before)
    expect(texts()[0]).toMatch(/ is read$/)
    expect(fill).toHaveBeenCalledTimes(1)
  })

  it('removes the containers of rows that leave, after it has called the function returned', async () => {
    const left = vi.fn<(text: string | null) => void>()
    const element = await show((container, notification, fail) => {
      writeSubject(container, notification, fail)
      return () => left(container.textContent)
    })
    const shown = texts()
    element.open = false
    await pass(100)
    expect(containers()).toEqual([])
    expect(new Set(left.mock.calls.flat())).toEqual(new Set(shown))
  })

  it('keeps its rows on a page that removes what the server did not send, and replaces those of a copy', async () => {
    const element = await show(writeSubject)
    const before = containers()
    element.replaceChildren()
    await pass(10)
    expect(containers()).toEqual(before)
    expect(
      inside(element, 'slot[name^=tidings-row]').flatMap((slot) => (slot as HTMLSlotElement).assignedElements()),
    ).toEqual(before)

    const copy = element.cloneNode(true) as typeof element
    element.replaceWith(copy)
    await pass(100)
    copy.renderItem = writeSubject
    await openPanel(copy)
    expect(new Set(texts()).size).toBe(texts().length)
    expect(texts()).toHaveLength(2)
  })

  it('that is removed or replaced renders the rows anew', async () => {
    const left = vi.fn<() => void>()
    const element = await show(() => left)
    element.renderItem = writeSubject
    await pass(100)
    expect(left).toHaveBeenCalledTimes(2)
    expect(texts()[0]).toMatch(/unread/)
    element.renderItem = undefined
    await pass(100)
    expect(containers()).toEqual([])
    expect(inside(element, '.tidings-item-title')).toHaveLength(2)
  })

  it.each<[string, RenderRow]>([
    [
      'throws',
      () => {
        throw new Error('broken')
      },
    ],
    ['calls `fail`', (_container, _notification, fail) => fail(new Error('broken'))],
  ])('that %s leaves the row its own content, and reports the error', async (_how, renderItem) => {
    const errors: string[] = []
    const listener = (event: TidingsInboxEventMap['tidings-error']) => void errors.push(event.detail.error.message)
    document.addEventListener('tidings-error', listener as EventListener)
    const element = await show(renderItem, [makeNotification(1, { subject: 'Own title' })])
    document.removeEventListener('tidings-error', listener as EventListener)
    expect(inside(element, '.tidings-item-title')[0]).toHaveTextContent('Own title')
    expect(errors).toEqual(['broken'])
    // The next notification may render.
    element.renderItem = writeSubject
    await pass(100)
    expect(texts()).toEqual(['Own title is unread'])
  })

  it('that returns false leaves the row its own content', async () => {
    const element = await show((container, notification, fail) => {
      if (notification.subject === 'Post 1') return false
      return writeSubject(container, notification, fail)
    })
    expect(inside(element, '.tidings-item-title').map(({ textContent }) => textContent)).toEqual(['Post 1'])
    expect(inside(element, 'slot[name^=tidings-row]')).toHaveLength(1)
  })

  it('that returns false cleans up what an earlier call left', async () => {
    const left = vi.fn<() => void>()
    const element = await show((_container, notification) => (notification.read ? false : left))
    expect(left).not.toHaveBeenCalled()
    await click(element, '.tidings-mark[aria-label="Mark as read"]')
    expect(left).toHaveBeenCalledTimes(1)
  })

  it('opens the row by a click on its text, not on a control of the page', async () => {
    const element = await show((container) => {
      container.innerHTML = '<p>Text</p><button>Reply</button>'
    })
    const opened = vi.fn<(event: Event) => void>((event) => event.preventDefault())
    element.addEventListener('tidings-open', opened)
    containers()[0]?.querySelector('button')?.click()
    expect(opened).not.toHaveBeenCalled()
    containers()[0]?.querySelector('p')?.click()
    expect(opened).toHaveBeenCalledTimes(1)
  })
})

it('<tidings-inbox-page> shows the list without a bell', async () => {
  vi.stubGlobal('fetch', createTestService({ notifications: makeNotifications(2) }).fetch)
  const page = document.createElement('tidings-inbox-page')
  page.renderItem = writeSubject
  page.subscriberId = 'ada'
  document.body.append(page)
  await pass(100)
  await vi.dynamicImportSettled()
  await pass(100)
  expect(inside(page, '.tidings-bell')).toEqual([])
  expect(inside(page, '.tidings-page [role="article"]')).toHaveLength(2)
  expect(document.querySelectorAll('tidings-inbox-page > [slot^=tidings-row]')).toHaveLength(2)
})

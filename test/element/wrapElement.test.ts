import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import '../../src/element/index.ts'
import type { TidingsInboxElement } from '../../src/element/index.ts'
import { wrapElement } from '../../src/element/wrapElement.ts'
import { createTestService } from '../../src/testing/index.ts'
import { pass } from '../setup/pass.ts'
import { click, inside, setUpDocument, showMarkup } from './showElement.ts'

setUpDocument()

const onEvent = vi.fn<(name: string, event: CustomEvent) => void>()
const onOpenChange = vi.fn<(open: boolean) => void>()
let element: TidingsInboxElement

beforeEach(async () => {
  element = await showMarkup(createTestService(), '<tidings-inbox></tidings-inbox>')
})
afterEach(() => void vi.resetAllMocks())

const wrap = () => wrapElement(element, { onEvent, onOpenChange })
const listensTo =
  (...names: string[]) =>
  (name: string) =>
    names.includes(name)

it('reports that the panel closes for another subscriber, and what the reader does', async () => {
  const { update } = wrap()
  update({ subscriberId: 'ada', open: true }, listensTo())
  await pass(100)
  expect(onOpenChange).not.toHaveBeenCalled()
  update({ subscriberId: 'bo', open: true }, listensTo())
  expect(onOpenChange.mock.calls).toEqual([[false]])
  expect(element.open).toBe(false)
  await pass(100)
  await click(element, '.tidings-bell')
  expect(onOpenChange.mock.calls).toEqual([[false], [true]])
  // The app has not accepted it.
  update({ subscriberId: 'bo', open: false }, listensTo())
  expect(element.open).toBe(false)
})

it('lists the events with listeners in `handles`, also after their listeners are removed', () => {
  const { update } = wrap()
  update({ handles: 'schedule-change' }, listensTo('action', 'error'))
  expect(element.handles).toBe('schedule-change action')
  update({}, listensTo())
  expect(element.handles).toBeUndefined()
})

it('has the properties of a subscriber before its inbox is created', async () => {
  const fetch = vi.fn<typeof globalThis.fetch>(createTestService().fetch)
  wrap().update({ subscriberId: 'ada', baseUrl: '/own', fetch, headers: { 'x-app': '1' } }, listensTo())
  await pass(5_000)
  expect(inside(element, '.tidings-bell')).toHaveLength(1)
  for (const [input, init] of fetch.mock.calls) {
    expect(String(input instanceof Request ? input.url : input)).toContain('/own/')
    expect(new Headers(init?.headers).get('x-app')).toBe('1')
  }
  expect(fetch).toHaveBeenCalled()
})

it('passes no events of an inbox within a row', () => {
  wrap()
  const inner = document.createElement('tidings-inbox')
  element.append(inner)
  inner.dispatchEvent(new CustomEvent('tidings-error', { bubbles: true, detail: { error: new Error('inner') } }))
  expect(onEvent).not.toHaveBeenCalled()
})

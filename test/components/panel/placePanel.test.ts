import { afterEach, describe, expect, it, vi } from 'vitest'
import { placePanel } from '../../../src/components/panel/placePanel.ts'

// jsdom has a window of 1024 × 768 and no anchor positioning.
const setUp = ({
  top,
  right,
  width = 400,
  direction = 'ltr',
}: {
  top: number
  right: number
  width?: number
  direction?: string
}) => {
  const anchor = document.createElement('button')
  const panel = document.createElement('div')
  document.documentElement.style.direction = direction
  document.body.append(anchor, panel)
  const place = { top, right }
  anchor.getBoundingClientRect = () => new DOMRect(place.right - 36, place.top, 36, 36)
  Object.defineProperty(panel, 'offsetWidth', { value: width })
  const unplace = placePanel(panel, anchor)
  const value = (name: string) => panel.style.getPropertyValue(`--_tidings-panel-${name}`)
  return {
    anchor,
    panel,
    unplace,
    move: (next: typeof place) => Object.assign(place, next),
    placed: () => ({ left: value('left'), top: value('top'), bottom: value('bottom'), room: value('room') }),
  }
}

afterEach(() => {
  document.body.replaceChildren()
  document.documentElement.removeAttribute('style')
  vi.unstubAllGlobals()
})

describe('placePanel, by measuring', () => {
  it('opens below, aligned with the end of the bell', () => {
    expect(setUp({ top: 10, right: 1000 }).placed()).toEqual({
      left: '600px',
      top: '54px',
      bottom: 'auto',
      room: '706px',
    })
  })

  it('opens above if there is more space', () => {
    expect(setUp({ top: 700, right: 1000 }).placed()).toEqual({
      left: '600px',
      top: 'auto',
      bottom: '76px',
      room: '684px',
    })
  })

  it('stays inside the window', () => {
    expect(setUp({ top: 10, right: 60 }).placed().left).toBe('8px')
    expect(setUp({ top: 10, right: 1040 }).placed().left).toBe('616px')
    expect(setUp({ top: 10, right: 200, width: 2000 }).placed().left).toBe('8px')
  })

  it('is aligned with the other edge of the bell in a right-to-left document', () => {
    expect(setUp({ top: 10, right: 136, direction: 'rtl' }).placed().left).toBe('100px')
  })

  it('follows the bell on scroll and resize, until it is undone', () => {
    const { panel, move, placed, unplace } = setUp({ top: 10, right: 1000 })
    const scroller = document.body.appendChild(document.createElement('div'))
    move({ top: 110, right: 1000 })
    scroller.dispatchEvent(new Event('scroll'))
    expect(placed().top).toBe('154px')
    move({ top: 10, right: 900 })
    window.dispatchEvent(new Event('resize'))
    expect(placed().left).toBe('500px')
    unplace()
    move({ top: 10, right: 800 })
    window.dispatchEvent(new Event('resize'))
    expect(placed()).toEqual({ left: '', top: '', bottom: '', room: '' })
    expect(panel.dataset.placed).toBeUndefined()
  })
})

describe('placePanel, by the browser', () => {
  const supported = () => vi.stubGlobal('CSS', { supports: () => true })

  it('links the panel to the bell by a unique anchor name, and unlinks them', () => {
    supported()
    const one = setUp({ top: 10, right: 1000 })
    const two = setUp({ top: 10, right: 500 })
    const name = (element: HTMLElement) => element.style.getPropertyValue('--_tidings-anchor')
    expect(name(one.panel)).toMatch(/^--_tidings-anchor-\d+$/)
    expect(name(one.anchor)).toBe(name(one.panel))
    expect(name(two.panel)).not.toBe(name(one.panel))
    one.unplace()
    expect(name(one.anchor)).toBe('')
    expect(name(one.panel)).toBe('')
    expect(one.panel.dataset.placed).toBeUndefined()
    expect(one.anchor.hasAttribute('data-tidings-anchor')).toBe(false)
  })

  it('measures if the bell is in another tree, where its anchor name does not apply', () => {
    supported()
    const anchor = document.body.appendChild(document.createElement('button'))
    const shadow = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' })
    const panel = shadow.appendChild(document.createElement('div'))
    const unplace = placePanel(panel, anchor)
    expect(panel.dataset.placed).toBe('script')
    unplace()
  })
})

import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Placement, placePanel } from '../../../src/components/base/placePanel.ts'

// jsdom has a window of 1024 × 768 and no anchor positioning.
const setUp = ({
  top,
  right,
  width = 400,
  direction = 'ltr',
  placement,
}: {
  top: number
  right: number
  width?: number
  direction?: string
  placement?: Placement
}) => {
  const anchor = document.createElement('button')
  const panel = document.createElement('div')
  document.documentElement.style.direction = direction
  document.body.append(anchor, panel)
  const place = { top, right }
  anchor.getBoundingClientRect = () => new DOMRect(place.right - 36, place.top, 36, 36)
  Object.defineProperty(panel, 'offsetWidth', { value: width })
  const unplace = placePanel(panel, anchor, placement)
  const value = (name: string) => panel.style.getPropertyValue(`--_tidings-panel-${name}`)
  return {
    anchor,
    panel,
    unplace,
    move: (next: typeof place) => Object.assign(place, next),
    placed: () => ({ inset: value('inset'), room: value('room') }),
  }
}

afterEach(() => {
  document.body.replaceChildren()
  document.documentElement.removeAttribute('style')
  vi.unstubAllGlobals()
})

describe('placePanel, by measuring', () => {
  it('opens below, aligned with the end of the bell', () => {
    expect(setUp({ top: 10, right: 1000 }).placed()).toEqual({ inset: '54px auto auto 600px', room: '706px' })
  })

  it('opens above if there is more space', () => {
    expect(setUp({ top: 700, right: 1000 }).placed()).toEqual({ inset: 'auto auto 76px 600px', room: '684px' })
  })

  it('is aligned with the start of the bell where its end has no space', () => {
    expect(setUp({ top: 10, right: 60 }).placed().inset).toBe('54px auto auto 24px')
    expect(setUp({ top: 10, right: 1000, direction: 'rtl' }).placed().inset).toBe('54px auto auto 600px')
  })

  it('stays inside the window', () => {
    expect(setUp({ top: 10, right: 1040 }).placed().inset).toBe('54px auto auto 616px')
    expect(setUp({ top: 10, right: 600, width: 800 }).placed().inset).toBe('54px auto auto 216px')
    expect(setUp({ top: 10, right: 200, width: 2000 }).placed().inset).toBe('54px auto auto 8px')
  })

  it('is aligned with the other edge of the bell in a right-to-left document', () => {
    expect(setUp({ top: 10, right: 136, direction: 'rtl' }).placed().inset).toBe('54px auto auto 100px')
  })

  it.each([
    ['bottom-start', { top: 10, right: 436 }, '54px auto auto 400px', '706px'],
    ['bottom-end', { top: 10, right: 436 }, '54px auto auto 36px', '706px'],
    // 284 pixels below are too few; 420 above are not, although there are more below.
    ['bottom-end', { top: 440, right: 436 }, 'auto auto 336px 36px', '424px'],
    ['top-end', { top: 420, right: 436 }, 'auto auto 356px 36px', '404px'],
    ['top-end', { top: 100, right: 436 }, '144px auto auto 36px', '616px'],
    ['bottom-end', { top: 300, right: 436 }, '344px auto auto 36px', '416px'],
    ['right-start', { top: 10, right: 60 }, '10px auto auto 68px', '750px'],
    ['right-end', { top: 700, right: 60 }, 'auto auto 32px 68px', '728px'],
    ['right-start', { top: 700, right: 60 }, 'auto auto 32px 68px', '728px'],
    ['left-start', { top: 10, right: 1000 }, '10px auto auto 556px', '750px'],
    // No space beside the bell.
    ['right-start', { top: 10, right: 1000 }, '10px auto auto 556px', '750px'],
    ['right-start', { top: 10, right: 450, width: 800 }, '54px auto auto 8px', '706px'],
  ] as const)('opens at %s', (placement, { top, right, ...rest }, inset, room) => {
    const { width = 400 } = rest as { width?: number }
    expect(setUp({ top, right, width, placement }).placed()).toEqual({ inset, room })
  })

  it('is aligned with the other edge for a placement in a right-to-left document', () => {
    expect(setUp({ top: 10, right: 500, direction: 'rtl', placement: 'bottom-start' }).placed().inset).toBe(
      '54px auto auto 100px',
    )
  })

  it('follows the bell on scroll and resize, until it is undone', () => {
    const { panel, move, placed, unplace } = setUp({ top: 10, right: 1000 })
    const scroller = document.body.appendChild(document.createElement('div'))
    move({ top: 110, right: 1000 })
    scroller.dispatchEvent(new Event('scroll'))
    expect(placed().inset).toBe('154px auto auto 600px')
    move({ top: 10, right: 900 })
    window.dispatchEvent(new Event('resize'))
    expect(placed().inset).toBe('54px auto auto 500px')
    unplace()
    move({ top: 10, right: 800 })
    window.dispatchEvent(new Event('resize'))
    expect(placed()).toEqual({ inset: '', room: '' })
    expect(panel.getAttribute('style')).toBeFalsy()
  })

  it('measures nothing while a list in the panel scrolls', () => {
    const { anchor, panel } = setUp({ top: 10, right: 1000 })
    const measure = vi.spyOn(anchor, 'getBoundingClientRect')
    panel.appendChild(document.createElement('div')).dispatchEvent(new Event('scroll'))
    expect(measure).not.toHaveBeenCalled()
  })
})

describe('placePanel, by the browser', () => {
  const supported = () => {
    vi.stubGlobal('CSS', { supports: () => true })
    // jsdom computes no `anchor-name`.
    vi.stubGlobal('getComputedStyle', ({ style }: HTMLElement) => ({ anchorName: style.anchorName || 'none' }))
  }
  /** Resolves after the frame that paints the panel, and the next one. */
  const nextFrames = async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
  }
  const nameOf = (anchor: HTMLElement) => anchor.style.anchorName || ''

  it('links the panel to the bell by a unique anchor name after the first paint, and unlinks them', async () => {
    supported()
    const one = setUp({ top: 10, right: 1000 })
    const two = setUp({ top: 700, right: 500 })
    expect(nameOf(one.anchor)).toBe('')
    expect(one.placed().inset).toBe('54px auto auto 600px')
    await nextFrames()
    expect(one.placed().inset).toBe('calc(anchor(bottom) + 8px) auto auto calc(anchor(left) + -364px)')
    expect(two.placed().inset).toBe('auto auto calc(anchor(top) + 8px) calc(anchor(left) + -364px)')
    const name = nameOf(one.anchor)
    expect(name).toMatch(/^--_tidings-anchor-\d+$/)
    expect(one.panel.style.positionAnchor).toBe(name)
    expect(nameOf(two.anchor)).not.toBe(name)
    one.unplace()
    expect(nameOf(one.anchor)).toBe('')
    expect(one.panel.style.positionAnchor).toBe('')
  })

  it('leaves the app’s own anchor name', async () => {
    supported()
    const { anchor, panel, unplace } = setUp({ top: 10, right: 1000 })
    anchor.style.anchorName = '--own'
    await nextFrames()
    expect(nameOf(anchor)).toBe(`--own,${panel.style.positionAnchor}`)
    unplace()
    expect(nameOf(anchor)).toBe('--own')
  })

  it('does not link a panel that closes before the first paint', async () => {
    supported()
    const { anchor, unplace } = setUp({ top: 10, right: 1000 })
    unplace()
    await nextFrames()
    expect(nameOf(anchor)).toBe('')
  })

  it('measures if the bell is in another tree, where its anchor name does not apply', async () => {
    supported()
    const anchor = document.body.appendChild(document.createElement('button'))
    const shadow = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' })
    const panel = shadow.appendChild(document.createElement('div'))
    const unplace = placePanel(panel, anchor)
    await nextFrames()
    expect(nameOf(anchor)).toBe('')
    expect(panel.style.getPropertyValue('--_tidings-panel-inset')).toMatch(/^\d+px auto auto \d+px$/)
    unplace()
  })
})

import { render, screen } from '@testing-library/react'
import { createRef } from 'react'
import { describe, expect, it } from 'vitest'
import { LanguageProvider } from '../../../src/components/language/LanguageProvider.tsx'
import { Bell } from '../../../src/components/panel/Bell.tsx'

const bell = () => screen.getByRole('button')

describe('Bell', () => {
  it.each([
    [null, 'Notifications', ''],
    [0, 'Notifications', ''],
    [1, 'Notifications, 1 new', '1'],
    [99, 'Notifications, 99 new', '99'],
    [100, 'Notifications, 99+ new', '99+'],
  ])('has the name and badge of a count of %s', (count, name, badge) => {
    render(<Bell count={count} open={false} />)
    expect(bell().getAttribute('aria-label')).toBe(name)
    expect(bell().textContent).toBe(badge)
    expect(bell().hasAttribute('data-new')).toBe(badge !== '')
  })

  it('refers to its panel only while the panel is in the DOM', () => {
    const { rerender } = render(<Bell count={0} open={false} panelId="panel" />)
    expect(bell().getAttribute('aria-haspopup')).toBe('dialog')
    expect(bell().getAttribute('aria-expanded')).toBe('false')
    expect(bell().hasAttribute('aria-controls')).toBe(false)
    rerender(<Bell count={0} open panelId="panel" />)
    expect(bell().getAttribute('aria-expanded')).toBe('true')
    expect(bell().getAttribute('aria-controls')).toBe('panel')
  })

  it('passes on ref, class, style and attributes', () => {
    const ref = createRef<HTMLButtonElement>()
    render(<Bell ref={ref} count={0} open={false} className="mine" style={{ margin: 4 }} data-testid="bell" />)
    expect(ref.current).toBe(screen.getByTestId('bell'))
    expect(bell().className).toBe('tidings-bell mine')
    expect(bell().style.margin).toBe('4px')
  })

  it('leaves an icon of the app in place when notifications arrive', () => {
    const { rerender } = render(
      <Bell count={0} open={false}>
        <i data-testid="mine" />
      </Bell>,
    )
    const icon = screen.getByTestId('mine')
    rerender(
      <Bell count={1} arrivals={1} open={false}>
        <i data-testid="mine" />
      </Bell>,
    )
    expect(screen.getByTestId('mine')).toBe(icon)
    expect(bell().querySelector('svg')).toBeNull()
    rerender(
      <Bell count={1} arrivals={1} open={false}>
        {null}
      </Bell>,
    )
    expect(bell().querySelector('svg')).not.toBeNull()
  })

  it('has the language of its provider', () => {
    render(
      <LanguageProvider locale="ar-EG" labels={{ bellNew: (_count, shown) => `الإشعارات ${shown}` }}>
        <Bell count={3} open={false} />
      </LanguageProvider>,
    )
    expect(bell().getAttribute('aria-label')).toBe('الإشعارات ٣')
  })
})

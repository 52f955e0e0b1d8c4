import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RelativeTime } from '../../../src/components/item/RelativeTime.tsx'
import { LanguageProvider } from '../../../src/components/language/LanguageProvider.tsx'
import { formatRelativeTime } from '../../../src/components/language/relativeTime.ts'
import { setVisibility } from '../setVisibility.ts'

const now = new Date(2026, 4, 20, 15, 0).getTime()
const minutes = (count: number) => count * 60_000

describe('formatRelativeTime', () => {
  it.each([
    [0, 'now'],
    [-minutes(5), 'now'],
    [minutes(1) - 1, 'now'],
    [minutes(1), '1 min. ago'],
    [minutes(59), '59 min. ago'],
    [minutes(60), '1 hr. ago'],
    [minutes(60 * 24) - 1, '23 hr. ago'],
    [minutes(60 * 24), 'yesterday'],
    // 39 hours before 15:00 is the day before at midnight, still "yesterday".
    [minutes(60 * 39), 'yesterday'],
    [minutes(60 * 39 + 1), '2 days ago'],
    [minutes(60 * 24 * 6), '6 days ago'],
    [minutes(60 * 24 * 7), 'May 13'],
    [minutes(60 * 24 * 365), 'May 20, 2025'],
  ])('formats an age of %s ms as "%s"', (age, text) => {
    expect(formatRelativeTime(now - age, now, 'en-US')).toBe(text)
  })
})

describe('RelativeTime', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now })
  })
  afterEach(() => {
    setVisibility('visible')
    vi.useRealTimers()
  })

  const ago = (age: number) => new Date(now - age).toISOString()
  const show = (...times: (string | null)[]) =>
    render(
      <LanguageProvider locale="en-US">
        {times.map((time, index) => (
          <RelativeTime key={index} time={time} />
        ))}
      </LanguageProvider>,
    )

  it('has the ISO time as dateTime and the full time as tooltip', () => {
    show(ago(minutes(5)))
    const time = screen.getByText('5 min. ago')
    expect(time.getAttribute('datetime')).toBe(ago(minutes(5)))
    expect(time.title).toContain('Wednesday, May 20, 2026')
  })

  it('updates over time, with one timer for all', () => {
    const { unmount } = show(ago(minutes(5)), ago(minutes(7)), ago(minutes(59)))
    expect(vi.getTimerCount()).toBe(1)
    act(() => {
      vi.advanceTimersByTime(minutes(1))
    })
    expect(screen.getByText('6 min. ago')).toBeTruthy()
    expect(screen.getByText('1 hr. ago')).toBeTruthy()
    unmount()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('stops in a hidden document, and updates at once when it is visible again', () => {
    show(ago(minutes(5)))
    act(() => setVisibility('hidden'))
    expect(vi.getTimerCount()).toBe(0)
    vi.setSystemTime(now + minutes(10))
    act(() => setVisibility('visible'))
    expect(screen.getByText('15 min. ago')).toBeTruthy()
    expect(vi.getTimerCount()).toBe(1)
  })

  it.each([null, '', 'yesterday-ish'])('renders nothing for %s', (time) => {
    const { container } = show(time)
    expect(container.childElementCount).toBe(0)
  })
})

import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RelativeTime } from '../../../src/components/item/RelativeTime.tsx'
import { LanguageProvider } from '../../../src/components/language/LanguageProvider.tsx'
import { ageOf, formatShortTime, formatSpokenTime } from '../../../src/components/language/relativeTime.ts'
import { setVisibility } from '../setVisibility.ts'

const now = new Date(2026, 4, 20, 15, 0).getTime()
const minutes = (count: number) => count * 60_000

describe('a time', () => {
  const cases = [
    [0, 'now', 'now'],
    [-minutes(5), 'now', 'now'],
    [minutes(1) - 1, 'now', 'now'],
    [minutes(1), '1m', '1 minute ago'],
    [minutes(59), '59m', '59 minutes ago'],
    [minutes(60), '1h', '1 hour ago'],
    [minutes(60 * 24) - 1, '23h', '23 hours ago'],
    [minutes(60 * 24), '1d', 'yesterday'],
    // 39 hours before 15:00 is the day before at midnight, still "yesterday".
    [minutes(60 * 39), '1d', 'yesterday'],
    [minutes(60 * 39 + 1), '2d', '2 days ago'],
    [minutes(60 * 24 * 6), '6d', '6 days ago'],
    [minutes(60 * 24 * 7), 'May 13', 'May 13, 2026'],
    [minutes(60 * 24 * 365), 'May 20, 2025', 'May 20, 2025'],
  ] as const

  it.each(cases)('of an age of %s ms shows as "%s", and is "%s" for a screen reader', (age, short, spoken) => {
    expect(formatShortTime(now - age, now, 'age', 'en-US')).toBe(short)
    expect(formatSpokenTime(now - age, now, 'en-US')).toBe(spoken)
  })

  it('is the clock or the date where a heading has the rest', () => {
    const time = now - minutes(60 * 48)
    expect(formatShortTime(time, now, 'clock', 'en-GB')).toBe('15:00')
    expect(formatShortTime(time, now, 'date', 'en-US')).toBe('May 18')
  })

  it.each([
    ['en', 'now', '12m'],
    ['de', 'jetzt', '12 Min.'],
    ['fr', '1min', '12min'],
    ['es', 'ahora', '12min'],
  ])('never gets shorter within the first hour: %s', (locale, first, later) => {
    expect([0, minutes(12)].map((age) => formatShortTime(now - age, now, 'age', locale))).toEqual([first, later])
  })

  it('has another age as soon as a text changes', () => {
    const stale: string[] = []
    let last = { age: '', texts: '' }
    for (let passed = 0; passed < 9 * 24 * 60; passed++) {
      const at = now + minutes(passed)
      const texts = `${formatShortTime(now, at, 'age', 'en')} ${formatSpokenTime(now, at, 'en')}`
      const age = ageOf(now, at)
      if (texts !== last.texts && age === last.age) stale.push(texts)
      last = { age, texts }
    }
    expect(stale).toEqual([])
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

  it('has the ISO time as dateTime, and the full time as tooltip as soon as the reader points at it', () => {
    show(ago(minutes(5)))
    const time = screen.getByText('5m')
    expect(time.getAttribute('datetime')).toBe(ago(minutes(5)))
    expect(time.title).toBe('')
    fireEvent.pointerOver(time)
    expect(time.title).toContain('Wednesday, May 20, 2026')
  })

  it('updates over time, with one timer for all', () => {
    const { unmount } = show(ago(minutes(5)), ago(minutes(7)), ago(minutes(59)))
    expect(vi.getTimerCount()).toBe(1)
    act(() => {
      vi.advanceTimersByTime(minutes(1))
    })
    expect(screen.getByText('6m')).toBeTruthy()
    expect(screen.getByText('1h')).toBeTruthy()
    unmount()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('stops in a hidden document, and updates at once when it is visible again', () => {
    show(ago(minutes(5)))
    act(() => setVisibility('hidden'))
    expect(vi.getTimerCount()).toBe(0)
    vi.setSystemTime(now + minutes(10))
    act(() => setVisibility('visible'))
    expect(screen.getByText('15m')).toBeTruthy()
    expect(vi.getTimerCount()).toBe(1)
  })

  it.each([null, '', 'yesterday-ish'])('renders nothing for %s', (time) => {
    const { container } = show(time)
    expect(container.childElementCount).toBe(0)
  })
})

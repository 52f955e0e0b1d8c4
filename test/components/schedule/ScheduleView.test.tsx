import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LanguageProvider } from '../../../src/components/language/LanguageProvider.tsx'
import { ScheduleView } from '../../../src/components/schedule/ScheduleView.tsx'
import type { Schedule, WeeklySchedule } from '../../../src/contract/preferences.ts'
import { hours } from '../../../stories/support/hours.ts'

// Monday, 5 January 2026, 12:00 in Berlin.
beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 5, 11) })
})
afterEach(() => {
  vi.useRealTimers()
})

const week = (weeklySchedule: WeeklySchedule): Schedule => ({ isEnabled: true, weeklySchedule })
const mondays = week({ monday: hours(['09:00 AM', '05:30 PM']) })

const show = (schedule: Schedule, { locale = 'en-GB', timeZone = 'Europe/Berlin' } = {}) =>
  render(
    <LanguageProvider locale={locale}>
      <ScheduleView schedule={schedule} timeZone={timeZone} />
    </LanguageProvider>,
  )
const days = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent)
const on = (day: string) => screen.getByRole('row', { name: new RegExp(`^${day}`) }).querySelector('td')?.textContent
const delivery = () => document.querySelector('.tidings-schedule-now')?.textContent

describe('ScheduleView', () => {
  it('shows the week in the hour cycle of the locale', () => {
    const { unmount } = show(mondays)
    expect(on('Monday')).toBe('09:00 – 17:30')
    expect(on('Tuesday')).toBe('No delivery')
    unmount()
    show(mondays, { locale: 'en-US' })
    expect(on('Monday')?.replaceAll('\u202F', ' ')).toBe('9:00 AM – 5:30 PM')
  })

  it('shows the week in the language and order of the locale', () => {
    const { unmount } = show(mondays, { locale: 'de' })
    expect(days()[0]).toBe('Montag')
    unmount()
    show(mondays, { locale: 'en-US' })
    expect(days()[0]).toBe('Sunday')
    expect(days()).toHaveLength(7)
  })

  it('shows several ranges, whole days, ranges over midnight and invalid times', () => {
    show(
      week({
        monday: hours(['01:00 PM', '05:00 PM'], ['09:00 AM', '12:00 PM']),
        tuesday: hours(['12:00 AM', '11:59 PM']),
        wednesday: hours(['10:00 PM', '06:00 AM']),
        thursday: hours(['25:00 PM', 'late']),
        friday: { isEnabled: false, hours: [{ start: '09:00 AM', end: '10:00 AM' }] },
      }),
    )
    expect(on('Monday')).toBe('09:00 – 12:0013:00 – 17:00')
    expect(on('Tuesday')).toBe('All day')
    expect(on('Wednesday')).toBe('22:00 – 06:00 (next day)')
    expect(on('Thursday')).toBe('25:00 PM – late')
    expect(on('Friday')).toBe('No delivery')
    expect(delivery()).toBe('Some hours could not be read and are shown unchanged.')
  })

  it('shows whether notifications are delivered now, and updates it', () => {
    show(mondays)
    expect(delivery()).toBe('Delivered now, until 17:30')
    act(() => {
      vi.advanceTimersByTime(5.5 * 60 * 60_000)
    })
    expect(delivery()).toBe('Quiet until Monday 09:00')
    expect(screen.getByRole('row', { name: /^Monday/ }).hasAttribute('data-today')).toBe(true)
  })

  it('shows the date of a delivery more than a week ahead', () => {
    // Noon on Saturday. On March 29, daylight saving time skips the only quarter hour of Sunday.
    vi.setSystemTime(Date.UTC(2026, 2, 28, 11))
    show(week({ sunday: hours(['02:15 AM', '02:30 AM']) }))
    expect(delivery()).toBe('Quiet until Sunday 5 April at 2:15')
  })

  it('uses the reader’s time zone by default, and names it', () => {
    render(<ScheduleView schedule={mondays} />)
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
    expect(screen.getByText(`Time zone: ${timeZone.replaceAll('_', ' ')}`)).toBeTruthy()
  })

  it('uses the time zone of the subscriber, and names it', () => {
    show(mondays, { timeZone: 'America/New_York' })
    expect(delivery()).toBe('Quiet until 09:00')
    expect(screen.getByText('Time zone: America/New York')).toBeTruthy()
  })

  it('shows nothing about now in an unknown time zone', () => {
    show(mondays, { timeZone: 'Middle/Earth' })
    expect(delivery()).toBeUndefined()
    expect(on('Monday')).toBe('09:00 – 17:30')
    expect(screen.getByText('Time zone: Middle/Earth')).toBeTruthy()
  })

  it('shows no table for a schedule that is off', () => {
    show({ ...mondays, isEnabled: false })
    expect(delivery()).toBe('Delivered at any time')
    expect(screen.queryByRole('table')).toBeNull()
  })
})

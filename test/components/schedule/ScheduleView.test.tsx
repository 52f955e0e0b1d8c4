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
    expect(on('Mon')).toBe('09:00 – 17:30')
    expect(days()).toEqual(['Mon'])
    unmount()
    show(mondays, { locale: 'en-US' })
    expect(on('Mon')?.replaceAll('\u202F', ' ')).toBe('9:00 AM – 5:30 PM')
  })

  it.each([
    ['de', ['Mo – Mi', 'Do', 'Sa – So']],
    ['ja', ['月～水', '木', '土～日']],
    // Their weeks begin on Sunday and Saturday. A weekend is one row all the same.
    ['en-US', ['Mon – Wed', 'Thu', 'Sat – Sun']],
    ['ar-EG', ['السبت – الأحد', 'الاثنين – الأربعاء', 'الخميس']],
  ])('joins successive days of the same hours, in the language and order of the locale: %s', (locale, expected) => {
    const short = hours(['09:00 AM', '02:00 PM'])
    const long = hours(['09:00 AM', '05:30 PM'])
    const weekend = hours(['10:00 AM', '11:00 AM'])
    render(
      <LanguageProvider locale={locale} labels={{ range: (a, b) => `${a}${locale === 'ja' ? '～' : ' – '}${b}` }}>
        <ScheduleView
          schedule={week({
            monday: long,
            tuesday: long,
            wednesday: long,
            thursday: short,
            saturday: weekend,
            sunday: weekend,
          })}
        />
      </LanguageProvider>,
    )
    expect(days()).toEqual(expected)
  })

  it('joins a whole week of the same hours', () => {
    const all = hours(['09:00 AM', '05:30 PM'])
    const weekDays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
    show(week(Object.fromEntries(weekDays.map((day) => [day, all]))))
    expect(days()).toEqual(['Mon – Sun'])
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
    expect(on('Mon')).toBe('09:00 – 12:0013:00 – 17:00')
    expect(on('Tue')).toBe('All day')
    expect(on('Wed')).toBe('22:00 – 06:00 (next day)')
    expect(on('Thu')).toBe('25:00 PM – late')
    expect(days()).toEqual(['Mon', 'Tue', 'Wed', 'Thu'])
    expect(delivery()).toBe('Unreadable hours stay unchanged.')
  })

  it('shows whether notifications are delivered now, and updates it', () => {
    show(mondays)
    expect(delivery()).toBe('Delivered now, until 17:30')
    act(() => {
      vi.advanceTimersByTime(5.5 * 60 * 60_000)
    })
    expect(delivery()).toBe('Quiet until Monday 09:00')
  })

  it('shows the date of a delivery more than a week ahead', () => {
    // Noon on Saturday. On March 29, daylight saving time skips the only quarter hour of Sunday.
    vi.setSystemTime(Date.UTC(2026, 2, 28, 11))
    show(week({ sunday: hours(['02:15 AM', '02:30 AM']) }))
    expect(delivery()).toBe('Quiet until Sunday 5 April at 2:15')
  })

  it('says that they hold nothing back that shows here, if there are hours', () => {
    const { rerender } = render(<ScheduleView schedule={mondays} />)
    expect(screen.getByText('Notifications show here at any time.')).toBeTruthy()
    rerender(<ScheduleView schedule={{ isEnabled: false }} />)
    expect(screen.queryByText('Notifications show here at any time.')).toBeNull()
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
    expect(on('Mon')).toBe('09:00 – 17:30')
    expect(screen.getByText('Time zone: Middle/Earth')).toBeTruthy()
  })

  it('shows no table for a schedule that is off', () => {
    show({ ...mondays, isEnabled: false })
    expect(delivery()).toBe('Delivered at any time')
    expect(screen.queryByRole('table')).toBeNull()
  })
})

import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { Announcer } from '../../../src/components/feedback/Announcer.tsx'
import { LanguageProvider } from '../../../src/components/language/LanguageProvider.tsx'
import { ScheduleView } from '../../../src/components/schedule/ScheduleView.tsx'
import type { OnScheduleChange } from '../../../src/components/schedule/useSchedule.ts'
import type { DaySchedule, Schedule } from '../../../src/contract/preferences.ts'
import { createTestService, makeNotification } from '../../../src/testing/index.ts'
import { hours } from '../../../stories/support/hours.ts'
import { showInbox } from '../../regressions/showInbox.tsx'
import { deferred } from '../deferred.ts'

const office: Schedule = {
  isEnabled: true,
  weeklySchedule: {
    monday: hours(['09:00 AM', '12:00 PM'], ['1 pm', '05:30 PM']),
    tuesday: hours(['10:00 AM', '04:00 PM']),
    friday: { isEnabled: false, hours: [{ start: '09:00 AM', end: '03:00 PM' }] },
  },
}

const show = (onScheduleChange: OnScheduleChange, initial: Schedule = office) => {
  const view = (schedule: Schedule) => (
    <LanguageProvider locale="en-GB">
      <Announcer>
        <ScheduleView schedule={schedule} timeZone="Europe/Berlin" onScheduleChange={onScheduleChange} />
      </Announcer>
    </LanguageProvider>
  )
  const { rerender } = render(view(initial))
  return { update: (schedule: Schedule) => rerender(view(schedule)) }
}
const row = (day: string) => {
  const found = screen.getByRole('switch', { name: day }).closest('li')
  if (!found) throw new Error(`There is no row for ${day}.`)
  return within(found)
}
const toggle = (name: string) => screen.getByRole('switch', { name })
const isOn = (name: string) => toggle(name).getAttribute('aria-checked') === 'true'
const time = (name: string, place = 0) => {
  const found = screen.getAllByRole<HTMLSelectElement>('combobox', { name })[place]
  if (!found) throw new Error(`There is no ${name} at ${place}.`)
  return found
}
const shownTime = (name: string, place = 0) => time(name, place).selectedOptions[0]?.text
const choose = (name: string, text: string, place = 0) => userEvent.selectOptions(time(name, place), text)
const failing = () => Promise.reject(new Error('Not saved'))

describe('ScheduleView with onScheduleChange', () => {
  it('passes the whole schedule in the service’s format, and the changed day', async () => {
    const onChange = vi.fn<OnScheduleChange>()
    show(onChange)
    await choose('Monday, to', '13:15')
    // Unchanged hours have the same text.
    const monday = hours(['09:00 AM', '01:15 PM'], ['1 pm', '05:30 PM'])
    expect(onChange).toHaveBeenCalledExactlyOnceWith(
      { ...office, weeklySchedule: { ...office.weeklySchedule, monday } },
      { weeklySchedule: { monday } },
    )
    expect(shownTime('Monday, to')).toBe('13:15')
  })

  it('saves midnight at the end of a day as its last minute', async () => {
    const onChange = vi.fn<OnScheduleChange>()
    show(onChange)
    await userEvent.selectOptions(time('Tuesday, to'), String(24 * 60))
    expect(onChange.mock.calls[0]?.[1]).toEqual({ weeklySchedule: { tuesday: hours(['10:00 AM', '11:59 PM']) } })
    await choose('Tuesday, from', '00:00')
    expect(time('Tuesday, from')).toHaveAccessibleDescription('All day')
  })

  it('switches days on and off, with their hours unchanged', async () => {
    const onChange = vi.fn<OnScheduleChange>()
    show(onChange)
    await userEvent.click(toggle('Friday'))
    expect(onChange.mock.calls[0]?.[1]).toEqual({ weeklySchedule: { friday: hours(['09:00 AM', '03:00 PM']) } })
    expect(shownTime('Friday, from')).toBe('09:00')
    await userEvent.click(toggle('Sunday'))
    expect(onChange.mock.calls[1]?.[1]).toEqual({ weeklySchedule: { sunday: hours(['09:00 AM', '05:00 PM']) } })
    await userEvent.click(toggle('Monday'))
    expect(onChange.mock.lastCall?.[0].weeklySchedule?.monday).toEqual({
      ...office.weeklySchedule?.monday,
      isEnabled: false,
    })
    expect(row('Monday').getByText('No delivery')).toBeTruthy()
  })

  it('adds and removes ranges, with the focus in the day', async () => {
    const onChange = vi.fn<OnScheduleChange>()
    show(onChange)
    await userEvent.click(screen.getByRole('button', { name: 'Add hours on Tuesday' }))
    expect(onChange.mock.calls[0]?.[1]).toEqual({
      weeklySchedule: { tuesday: hours(['10:00 AM', '04:00 PM'], ['05:00 PM', '07:00 PM']) },
    })
    expect(document.activeElement).toBe(time('Tuesday, from', 1))
    await userEvent.click(screen.getByRole('button', { name: 'Remove Tuesday, 10:00 – 16:00' }))
    expect(document.activeElement).toBe(time('Tuesday, from'))
    await userEvent.click(screen.getByRole('button', { name: 'Remove Tuesday, 17:00 – 19:00' }))
    expect(onChange.mock.lastCall?.[1]).toEqual({ weeklySchedule: { tuesday: { isEnabled: false, hours: [] } } })
    expect(document.activeElement).toBe(toggle('Tuesday'))
  })

  it('copies hours to the other days that are on, in one change, and announces it', async () => {
    const onChange = vi.fn<OnScheduleChange>()
    show(onChange)
    await userEvent.click(screen.getByRole('button', { name: 'Copy the hours of Monday to the other days' }))
    expect(onChange).toHaveBeenCalledOnce()
    expect(onChange.mock.calls[0]?.[1]).toEqual({ weeklySchedule: { tuesday: office.weeklySchedule?.monday } })
    expect(screen.getByRole('status').textContent).toBe('Copied the hours of Monday')
    // No day is left to copy to, but the button still has the focus.
    const copy = screen.getByRole('button', { name: /^Copy the hours of Monday/ })
    expect(document.activeElement).toBe(copy)
    expect(copy).toHaveAttribute('aria-disabled', 'true')
    await userEvent.click(copy)
    expect(onChange).toHaveBeenCalledOnce()

    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(onChange.mock.lastCall?.[1]).toEqual({ weeklySchedule: { tuesday: office.weeklySchedule?.tuesday } })
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  it('undoes a copy until the next change', async () => {
    show(vi.fn())
    await userEvent.click(screen.getByRole('button', { name: 'Copy the hours of Monday to the other days' }))
    await userEvent.click(toggle('Tuesday'))
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  it('marks hours that overlap', async () => {
    show(vi.fn())
    await userEvent.click(screen.getByRole('button', { name: 'Add hours on Tuesday' }))
    expect(time('Tuesday, from')).toBeValid()
    await choose('Tuesday, to', '18:00')
    expect(time('Tuesday, from')).toBeInvalid()
    expect(time('Tuesday, to')).toHaveAccessibleDescription('These hours overlap.')
  })

  it('shows that a range ends on the next day', async () => {
    show(vi.fn())
    await choose('Tuesday, to', '06:30')
    expect(time('Tuesday, to')).toHaveAccessibleDescription('(next day)')
  })

  it('does not save an empty range', async () => {
    const onChange = vi.fn<OnScheduleChange>()
    show(onChange)
    await choose('Tuesday, to', '10:00')
    expect(onChange).not.toHaveBeenCalled()
    expect(time('Tuesday, to')).toBeInvalid()
    expect(time('Tuesday, to')).toHaveAccessibleDescription('Not saved: start and end are the same.')
    await choose('Tuesday, from', '09:00')
    expect(onChange).toHaveBeenCalledOnce()
    expect(time('Tuesday, to')).toBeValid()
  })

  it('shows "No delivery" for a saved empty range', () => {
    show(vi.fn(), { isEnabled: true, weeklySchedule: { monday: hours(['12:00 AM', '12:00 AM']) } })
    expect(time('Monday, from')).toHaveAccessibleDescription('No delivery')
  })

  it('drops an empty range when hours from elsewhere come', async () => {
    show(vi.fn())
    await choose('Tuesday, to', '10:00')
    await userEvent.click(screen.getByRole('button', { name: 'Copy the hours of Monday to the other days' }))
    expect(shownTime('Tuesday, to')).toBe('12:00')
    expect(shownTime('Tuesday, to', 1)).toBe('17:30')
  })

  it('can only remove a range that it can’t parse', async () => {
    const onChange = vi.fn<OnScheduleChange>()
    show(onChange, { isEnabled: true, weeklySchedule: { monday: hours(['25:00 PM', 'late'], ['9:5 am', '10 AM']) } })
    expect(row('Monday').getByText('25:00 PM – late')).toBeTruthy()
    expect(shownTime('Monday, from')).toBe('09:05')
    await userEvent.click(screen.getByRole('button', { name: 'Remove Monday, 25:00 PM – late' }))
    expect(onChange.mock.calls[0]?.[1]).toEqual({ weeklySchedule: { monday: hours(['9:5 am', '10 AM']) } })
  })

  it('can be switched as a whole, and starts with working hours if there are none', async () => {
    const onChange = vi.fn<OnScheduleChange>()
    show(onChange, { isEnabled: false })
    expect(screen.queryByRole('switch', { name: 'Monday' })).toBeNull()
    await userEvent.click(toggle('Deliver only at these hours'))
    expect(onChange.mock.calls[0]?.[0].isEnabled).toBe(true)
    expect(['Monday', 'Friday', 'Saturday'].map(isOn)).toEqual([true, true, false])
    await userEvent.click(toggle('Deliver only at these hours'))
    expect(onChange.mock.calls[1]?.[1]).toEqual({ isEnabled: false })
    expect(document.querySelector('.tidings-schedule-now')?.textContent).toBe('Delivered at any time')
  })

  it('reverts a day that failed to save, shows it there, and leaves the others', async () => {
    const onChange = vi.fn<OnScheduleChange>().mockImplementationOnce(failing)
    show(onChange)
    await userEvent.click(toggle('Sunday'))
    expect(isOn('Sunday')).toBe(false)
    expect(toggle('Sunday')).toHaveAccessibleDescription('This could not be saved.')
    expect(screen.getByRole('status').textContent).toBe('This could not be saved.')
    await userEvent.click(toggle('Friday'))
    expect(onChange.mock.calls[1]?.[0].weeklySchedule?.sunday).toBeUndefined()
    expect(isOn('Friday')).toBe(true)
    await userEvent.click(toggle('Sunday'))
    expect(toggle('Sunday')).not.toHaveAccessibleDescription()
  })

  it('saves one change after another, each with the saved ones before it and no failed one', async () => {
    const first = deferred()
    let fail = () => {}
    const second = new Promise<void>((_resolve, reject) => {
      fail = () => reject(new Error('Not saved'))
    })
    const onChange = vi
      .fn<OnScheduleChange>()
      .mockImplementationOnce(() => first.promise)
      .mockImplementationOnce(() => second)
    show(onChange)
    await userEvent.click(toggle('Saturday'))
    await userEvent.click(toggle('Sunday'))
    await userEvent.click(toggle('Friday'))
    expect(['Friday', 'Saturday', 'Sunday'].map(isOn)).toEqual([true, true, true])
    expect(onChange).toHaveBeenCalledOnce()
    await act(async () => first.resolve())
    expect(onChange).toHaveBeenCalledTimes(2)
    // A save does not contain queued changes.
    expect(onChange.mock.lastCall?.[0].weeklySchedule?.friday?.isEnabled).toBe(false)
    await act(async () => fail())
    expect(onChange).toHaveBeenCalledTimes(3)
    const { saturday, sunday, friday } = onChange.mock.lastCall?.[0].weeklySchedule ?? {}
    expect([saturday?.isEnabled, sunday?.isEnabled, friday?.isEnabled]).toEqual([true, undefined, true])
    expect(['Friday', 'Saturday', 'Sunday'].map(isOn)).toEqual([true, true, false])
  })

  it('follows the saved schedule', async () => {
    const { update } = show(vi.fn())
    await userEvent.click(toggle('Saturday'))
    update({ ...office, weeklySchedule: { ...office.weeklySchedule, saturday: { isEnabled: false, hours: [] } } })
    expect(isOn('Saturday')).toBe(false)
  })

  it('shows the delivery now, with the change applied', async () => {
    show(vi.fn(), { isEnabled: true, weeklySchedule: {} })
    const sentence = () => document.querySelector('.tidings-schedule-now')?.textContent
    expect(sentence()).toBe('Never delivered: no hours chosen')
    await userEvent.click(toggle('Monday'))
    expect(sentence()).not.toBe('Never delivered: no hours chosen')
  })

  it('folds to a summary with `foldable`, until "Edit", and again on Escape, which goes no further', async () => {
    const onKeyDown = vi.fn()
    render(
      <div onKeyDown={onKeyDown}>
        <LanguageProvider locale="en-GB">
          <ScheduleView schedule={office} timeZone="Europe/Berlin" onScheduleChange={failing} foldable />
        </LanguageProvider>
      </div>,
    )
    expect(screen.queryByRole('switch')).toBeNull()
    expect(screen.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'Mon09:00 – 12:0013:00 – 17:30',
      'Tue10:00 – 16:00',
    ])
    const edit = screen.getByRole('button', { name: 'Edit' })
    expect(edit).toHaveAccessibleDescription('Delivery hours')
    await userEvent.click(edit)
    expect(edit).toHaveAccessibleName('Done')
    expect(edit).toHaveAttribute('aria-expanded', 'true')
    expect(screen.queryByRole('table')).toBeNull()
    await userEvent.click(toggle('Sunday'))
    onKeyDown.mockClear()
    await userEvent.keyboard('{Escape}')
    expect(onKeyDown).not.toHaveBeenCalled()
    expect(screen.queryByRole('switch')).toBeNull()
    expect(document.activeElement).toBe(edit)
    expect(edit).toHaveAccessibleName('Edit')
    // The failed change is not seen in the summary.
    expect(screen.getByText('This could not be saved.')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    expect(onKeyDown).toHaveBeenCalledOnce()
  })

  it.each<[string, DaySchedule | undefined, string]>([
    ['is on without hours', { isEnabled: true, hours: [] }, 'No delivery'],
    ['is on, and whose hours are missing', { isEnabled: true }, 'No delivery'],
    ['is on, and whose hours are undefined', { isEnabled: true, hours: undefined }, 'No delivery'],
    [
      'is on with hours that end at their start',
      { isEnabled: true, hours: hours(['9 am', '9 am']).hours },
      'No delivery',
    ],
    ['is off with hours', { isEnabled: false, hours: hours(['9 am', '10 am']).hours }, 'No delivery'],
    ['is off without hours', { isEnabled: false, hours: [] }, 'No delivery'],
    ['is missing', undefined, 'No delivery'],
    ['has hours around midnight', hours(['10 pm', '2 am']), '(next day)'],
    ['has the same hours twice', hours(['9 am', '10 am'], ['9 am', '10 am']), 'These hours overlap.'],
    ['has hours that are no times', hours(['early', 'late']), 'early – late'],
  ])('says when a day delivers that %s', (_name, monday, text) => {
    show(vi.fn<OnScheduleChange>(), { isEnabled: true, weeklySchedule: { monday } })
    expect(row('Monday').getAllByText(text)[0]).toBeVisible()
  })

  it('works in <Inbox>, and a save outlives the panel', async () => {
    const { promise, resolve } = deferred()
    const onScheduleChange = vi.fn<OnScheduleChange>(() => promise)
    const inbox = showInbox(createTestService({ notifications: [makeNotification(0)] }), {
      onScheduleChange,
      locale: 'en-GB',
    })
    const openPreferences = async () => {
      await inbox.open()
      await inbox.click('Preferences')
      await userEvent.click(await screen.findByRole('button', { name: 'Edit' }))
    }
    await openPreferences()
    await userEvent.click(toggle('Sunday'))
    expect(onScheduleChange).toHaveBeenCalledOnce()
    await userEvent.keyboard('{Escape}{Escape}{Escape}')
    await openPreferences()
    expect(isOn('Sunday')).toBe(true)
    await act(async () => resolve())
    expect(isOn('Sunday')).toBe(true)
  })
})

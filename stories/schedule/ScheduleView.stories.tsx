import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, waitFor, within } from 'storybook/test'
import { LanguageProvider } from '../../src/components/language/LanguageProvider.tsx'
import { ScheduleView } from '../../src/components/schedule/ScheduleView.tsx'
import type { OnScheduleChange } from '../../src/components/schedule/useSchedule.ts'
import type { Schedule } from '../../src/contract/preferences.ts'
import { Frame } from '../support/Frame.tsx'
import { hours } from '../support/hours.ts'

const office: Schedule = {
  isEnabled: true,
  weeklySchedule: {
    monday: hours(['09:00 AM', '12:00 PM'], ['01:00 PM', '05:30 PM']),
    tuesday: hours(['09:00 AM', '05:30 PM']),
    wednesday: hours(['12:00 AM', '11:59 PM']),
    thursday: hours(['10:00 PM', '06:30 AM']),
    friday: hours(['09:00 AM', '03:00 PM']),
    saturday: { isEnabled: false, hours: [{ start: '10:00 AM', end: '02:00 PM' }] },
  },
}
const meta = {
  title: 'Components/Delivery hours',
  component: ScheduleView,
  args: { schedule: office, timeZone: 'Europe/Berlin' },
  decorators: [(Story) => <Frame>{Story()}</Frame>],
} satisfies Meta<typeof ScheduleView>
export default meta
type Story = StoryObj<typeof meta>

export const ReadOnly: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole('switch')).toBeNull()
    await expect(canvas.queryByRole('combobox')).toBeNull()
  },
}

export const Editable: Story = {
  args: { onScheduleChange: fn<OnScheduleChange>() },
  play: async ({ canvas, userEvent, args }) => {
    const [, afternoon] = canvas.getAllByRole<HTMLSelectElement>('combobox', { name: 'Monday, to' })
    if (!afternoon) throw new Error('Monday has lost its afternoon.')
    // The arrow takes 12 pixels. The text does not touch it.
    await expect(Number.parseFloat(getComputedStyle(afternoon).paddingInlineEnd)).toBeGreaterThanOrEqual(16)
    // A range and its button are in one line, also with the longer times of a 12-hour clock.
    const { top, bottom } = afternoon.getBoundingClientRect()
    const [remove] = canvas.getAllByRole('button', { name: /^Remove Monday, (13:00|1:00.PM)/ })
    await expect(remove?.getBoundingClientRect().top).toBeGreaterThan(top - 4)
    await expect(remove?.getBoundingClientRect().bottom).toBeLessThan(bottom + 4)
    const six = [...afternoon.options].find(({ text }) => /^(18:00|6:00\sPM)$/.test(text))
    await userEvent.selectOptions(afternoon, six?.value ?? '')
    await expect(args.onScheduleChange).toHaveBeenCalledOnce()
    const saturday = canvas.getByRole('switch', { name: 'Saturday' })
    await userEvent.click(saturday)
    await expect(saturday).toHaveAttribute('aria-checked', 'true')
    await waitFor(() => expect(args.onScheduleChange).toHaveBeenCalledTimes(2))
  },
}

export const NotSaved: Story = {
  args: {
    onScheduleChange: fn<OnScheduleChange>(() => Promise.reject(new Error('Not saved'))),
  },
  play: async ({ canvas, userEvent }) => {
    const sunday = canvas.getByRole('switch', { name: 'Sunday' })
    await userEvent.click(sunday)
    await waitFor(() => expect(sunday).toHaveAccessibleDescription('This could not be saved.'))
    await expect(sunday).toHaveAttribute('aria-checked', 'false')
  },
}

export const Problems: Story = {
  args: {
    schedule: {
      isEnabled: true,
      weeklySchedule: {
        monday: hours(['09:00 AM', '12:00 PM'], ['11:00 AM', '05:30 PM']),
        tuesday: hours(['25:00 PM', 'noonish'], ['9:5 am', '05:00 PM']),
      },
    },
    onScheduleChange: fn<OnScheduleChange>(),
  },
  play: async ({ canvas, userEvent, args }) => {
    await expect(canvas.getAllByText('These hours overlap.')).toHaveLength(2)
    const [end] = canvas.getAllByRole('combobox', { name: 'Monday, to' })
    const [start] = canvas.getAllByRole<HTMLSelectElement>('combobox', { name: 'Monday, from' })
    if (!start || !end) throw new Error('Monday has lost its hours.')
    await userEvent.selectOptions(end, start.value)
    await expect(end).toHaveAccessibleDescription(/start and end are the same/)
    await expect(end).toBeInvalid()
    await expect(args.onScheduleChange).not.toHaveBeenCalled()
    await userEvent.click(canvas.getByRole('button', { name: /^Remove Tuesday, 25:00 PM/ }))
    await expect(args.onScheduleChange).toHaveBeenCalledOnce()
  },
}

/** Without saved hours, switching the schedule on sets working hours. */
export const FromNothing: Story = {
  args: { schedule: { isEnabled: false }, onScheduleChange: fn<OnScheduleChange>() },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('switch', { name: 'Deliver only at these hours' }))
    const week = within(canvas.getByRole('list', { name: 'Delivery hours' }))
    await expect(week.getAllByRole('switch', { checked: true })).toHaveLength(5)
  },
}

export const American: Story = {
  args: { onScheduleChange: fn<OnScheduleChange>(), timeZone: 'America/Los_Angeles' },
  decorators: [(Story) => <LanguageProvider locale="en-US">{Story()}</LanguageProvider>],
}

/** On a small phone, a range wraps only before "(next day)". */
export const Narrow: Story = {
  decorators: [
    (Story) => (
      <LanguageProvider locale="en-US">
        <div style={{ inlineSize: '18rem' }}>{Story()}</div>
      </LanguageProvider>
    ),
  ],
  play: async ({ canvas }) => {
    const lines = (element: Element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
    }
    await expect(lines(canvas.getByText('(next day)'))).toBe(1)
    await expect(lines(canvas.getByText(/10:00\sPM – 6:30\sAM/))).toBe(1)
    const night = canvas.getByRole('row', { name: /^Thu/ })
    await expect(night.scrollWidth).toBeLessThanOrEqual(night.clientWidth)
  },
}

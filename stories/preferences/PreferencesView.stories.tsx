import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, waitFor, within } from 'storybook/test'
import { LanguageProvider } from '../../src/components/language/LanguageProvider.tsx'
import { PreferencesView } from '../../src/components/preferences/PreferencesView.tsx'
import type { WeeklySchedule } from '../../src/contract/preferences.ts'
import { arabic } from '../../src/languages/ar.ts'
import { german } from '../../src/languages/de.ts'
import { makePreferences, makeWorkflowPreference } from '../../src/testing/makePreferences.ts'
import { Frame } from '../support/Frame.tsx'

const preferences = makePreferences({
  workflows: [
    ...makePreferences().workflows,
    {
      enabled: true,
      channels: { in_app: true, email: true, sms: false },
      overrides: [],
      workflow: { slug: 'security-alert', identifier: 'security-alert', name: 'Security alert' },
    },
    {
      enabled: false,
      channels: { in_app: true, push: true, chat: false, email: true, sms: true },
      overrides: [],
      workflow: { slug: 'product-news', identifier: 'product-news', name: 'Product news' },
    },
    {
      enabled: true,
      channels: {},
      overrides: [],
      workflow: { slug: 'empty', identifier: 'empty', name: 'A workflow without channels' },
    },
  ],
})

const meta = {
  title: 'Components/Preferences',
  component: PreferencesView,
  args: { preferences, critical: ['security-alert'], timeZone: 'Europe/Berlin' },
  decorators: [(Story) => <Frame>{Story()}</Frame>],
} satisfies Meta<typeof PreferencesView>
export default meta
type Story = StoryObj<typeof meta>

export const ReadOnly: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole('switch')).toBeNull()
    const alwaysOn = within(canvas.getByRole('region', { name: 'Always on' }))
    await expect(alwaysOn.getByRole('heading', { name: 'Security alert' })).toBeVisible()
  },
}

/** Channels are in columns below their names, whatever channels a workflow has. Names don't squeeze them. */
export const Columns: Story = {
  args: { onPreferenceChange: fn(), onScheduleChange: fn() },
  play: async ({ canvas, userEvent }) => {
    const place = (element: Element | undefined) => {
      const { left, right, height, width } = element?.getBoundingClientRect() ?? new DOMRect()
      return { middle: Math.round((left + right) / 2), height, width }
    }
    for (const name of ['In-app', 'Email', 'Push']) {
      const middles = canvas.getAllByRole('switch', { name }).map((element) => place(element).middle)
      const heading = canvas.getAllByText(name).find((element) => element.tagName === 'SPAN')
      for (const middle of middles) await expect(Math.abs(middle - place(heading).middle)).toBeLessThanOrEqual(3)
    }
    for (const element of canvas.getAllByRole('switch')) {
      await expect(place(element).width).toBeGreaterThanOrEqual(24)
      await expect(place(element).height).toBeGreaterThanOrEqual(24)
    }
    // The workflows are on the first screen: the hours are folded.
    await expect(canvas.getByRole('heading', { name: 'Comment added' }).getBoundingClientRect().top).toBeLessThan(400)
    await userEvent.click(canvas.getByRole('button', { name: 'Edit' }))
    await expect(canvas.getByRole('switch', { name: 'Monday' })).toBeVisible()
  },
}

/** A narrow view has no space for columns: each switch shows its name. */
export const NarrowColumns: Story = {
  args: { onPreferenceChange: fn() },
  decorators: [(Story) => <div style={{ inlineSize: '18rem' }}>{Story()}</div>],
  play: async ({ canvas }) => {
    const [email] = canvas.getAllByRole('switch', { name: 'Email' })
    await expect(email?.getBoundingClientRect().width).toBeGreaterThan(50)
    const view = canvas.getByRole('group', { name: 'Preferences' })
    await expect(view.scrollWidth).toBeLessThanOrEqual(view.clientWidth)
  },
}

const conditions = makePreferences({
  global: { enabled: true, channels: { in_app: true, email: true, sms: true, chat: true, push: true } },
  workflows: [
    makeWorkflowPreference('mention', {
      channels: { in_app: true, email: true, sms: false, chat: true, push: true },
      onlyIf: { email: { is: 'unread', after: 3600 }, sms: { is: 'unseen', after: 2 * 24 * 3600 } },
    }),
    makeWorkflowPreference('comment-added', {
      channels: { in_app: true, email: true },
      onlyIf: { email: { is: 'unread', after: 0 } },
    }),
    makeWorkflowPreference('invoice', { channels: { in_app: true, email: true } }),
    makeWorkflowPreference('security-alert', {
      channels: { in_app: true, push: true },
      onlyIf: { push: { is: 'unseen', after: 300 } },
    }),
  ],
})

/** Channels that send only what was not read in the app, in a line below the name of their workflow. */
export const Conditions: Story = {
  args: { preferences: conditions, onPreferenceChange: fn() },
  play: async ({ canvas, userEvent }) => {
    const line = canvas.getByText('Email: if unread after 1 hour')
    const row = within(canvas.getByRole('list', { name: 'Mention' }))
    const email = row.getByRole('switch', { name: 'Email' })
    await expect(email).toHaveAccessibleDescription('Mention Email: if unread after 1 hour')
    const { top, height } = line.getBoundingClientRect()
    await expect(top).toBeGreaterThanOrEqual(email.getBoundingClientRect().bottom - 4)
    await expect(height).toBeLessThan(24)
    // Nothing is left to be read in the app.
    await userEvent.click(row.getByRole('switch', { name: 'In-app' }))
    await expect(line).not.toBeInTheDocument()
    await userEvent.click(row.getByRole('switch', { name: 'In-app' }))
  },
}

/** The lines are below all switches of their workflow. */
export const NarrowConditions: Story = {
  args: { preferences: conditions, onPreferenceChange: fn() },
  decorators: [(Story) => <div style={{ inlineSize: '18rem' }}>{Story()}</div>],
  play: async ({ canvas }) => {
    const line = canvas.getByText('Email: if unread after 1 hour')
    const push = within(canvas.getByRole('list', { name: 'Mention' })).getByRole('switch', { name: 'Push' })
    await expect(line.getBoundingClientRect().top).toBeGreaterThanOrEqual(push.getBoundingClientRect().bottom)
  },
}

export const GermanConditions: Story = {
  args: { preferences: conditions },
  decorators: [(Story) => <LanguageProvider {...german}>{Story()}</LanguageProvider>],
  play: async ({ canvas }) => {
    await expect(canvas.getByText('E-Mail: falls 1 Stunde lang ungelesen')).toBeVisible()
    await expect(canvas.getByText('SMS: falls 2 Tage lang ungesehen')).toBeVisible()
  },
}

export const ArabicConditions: Story = {
  args: { preferences: conditions, onPreferenceChange: fn() },
  decorators: [(Story) => <LanguageProvider {...arabic}>{Story()}</LanguageProvider>],
  play: async ({ canvas }) => {
    const line = canvas.getByText(/يومان/)
    const { right } = line.getBoundingClientRect()
    await expect(right).toBe(canvas.getByRole('heading', { name: 'Mention' }).getBoundingClientRect().right)
  },
}

/** An app that saves every channel but one. */
const savesAllButPush = () =>
  fn(({ channel }: { channel: string }) =>
    channel === 'push' ? Promise.reject(new Error('Not saved')) : Promise.resolve(),
  )

export const Editable: Story = {
  args: {
    onPreferenceChange: savesAllButPush(),
  },
  play: async ({ canvas, userEvent, args }) => {
    const [email] = canvas.getAllByRole('switch', { name: 'Email' })
    const [push] = canvas.getAllByRole('switch', { name: 'Push' })
    if (!email || !push) throw new Error('Two switches are missing.')
    await userEvent.click(email)
    await expect(email).toHaveAttribute('aria-checked', 'true')
    await expect(args.onPreferenceChange).toHaveBeenCalledWith({ workflow: undefined, channel: 'email', enabled: true })
    await userEvent.click(push)
    await waitFor(() => expect(push).toHaveAttribute('aria-checked', 'true'))
    const message = canvas.getByText('This could not be saved.', { selector: 'span' })
    await expect(message).toBeVisible()
    // In one line below the row, and not below its name.
    const { height, top } = message.getBoundingClientRect()
    await expect(height).toBeLessThan(24)
    await expect(top).toBeGreaterThanOrEqual(canvas.getByText('All notifications').getBoundingClientRect().bottom)
  },
}

export const Loading: Story = { args: { preferences: undefined, status: 'loading' } }

export const Failed: Story = {
  args: { preferences: undefined, status: 'error', onRetry: fn() },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Try again' }))
    await expect(args.onRetry).toHaveBeenCalledOnce()
  },
}

const many = [
  ['Comments', 'Work'],
  ['Mentions', 'Work'],
  ['Assigned to you', 'Work'],
  ['Due dates', 'Work'],
  ['Café menu', 'Around the house'],
  ['Parcels at the desk', 'Around the house'],
  ['Invoices', 'Billing'],
  ['Payment failed', 'Billing'],
  ['Plan changes and renewals of every subscription of this organization', 'Billing'],
  ['Security alerts', 'Account'],
  ['New sign-in', 'Account'],
] as const

const groups: Record<string, string> = Object.fromEntries(many)

export const Many: Story = {
  args: {
    preferences: makePreferences({
      workflows: many.map(([name], index) => ({
        enabled: true,
        channels: { in_app: true, email: index % 2 === 0, ...(index % 3 === 0 && { push: false }) },
        overrides: [],
        workflow: { slug: name, identifier: name, name },
      })),
    }),
    critical: ['Security alerts'],
    groupOf: ({ name }) => groups[name],
    onPreferenceChange: savesAllButPush(),
  },
  play: async ({ canvas, canvasElement, userEvent }) => {
    const field = canvas.getByRole('searchbox', { name: 'Search notifications' })
    await userEvent.type(field, 'cafe')
    await expect(canvas.getByRole('heading', { name: 'Café menu' })).toBeVisible()
    await expect(canvas.queryByRole('heading', { name: 'Invoices' })).toBeNull()
    const status = within(canvasElement).getByRole('status')
    await waitFor(() => expect(status).toHaveTextContent('1 found'))
    await userEvent.keyboard('{Escape}')
    await expect(canvas.getByRole('heading', { name: 'Invoices' })).toBeVisible()
  },
}

const withSchedule = (weeklySchedule: WeeklySchedule | undefined, isEnabled = true) => {
  const { global } = makePreferences()
  return makePreferences({ global: { ...global, schedule: { isEnabled, weeklySchedule } } })
}

export const OddSchedule: Story = {
  args: {
    preferences: withSchedule({
      monday: {
        isEnabled: true,
        hours: [
          { start: '01:00 PM', end: '5:5 pm' },
          { start: '09:00 AM', end: '12:00 PM' },
        ],
      },
      tuesday: { isEnabled: true, hours: [{ start: '25:00 PM', end: 'noonish' }] },
      wednesday: { isEnabled: true, hours: [] },
      thursday: { isEnabled: false, hours: [{ start: '09:00 AM', end: '05:00 PM' }] },
      friday: { isEnabled: true, hours: [{ start: '10:00 PM', end: '06:00 AM' }] },
      saturday: { isEnabled: true, hours: [{ start: '12:00 AM', end: '11:59 PM' }] },
    }),
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('25:00 PM – noonish')).toBeVisible()
    await expect(canvas.getByText('(next day)')).toBeVisible()
    await expect(canvas.getByText('All day')).toBeVisible()
    await expect(canvas.getByText('Unreadable hours stay unchanged.')).toBeVisible()
  },
}

export const NeverDelivered: Story = { args: { preferences: withSchedule({}) } }

export const AlwaysDelivered: Story = { args: { preferences: withSchedule(undefined, false) } }

export const GermanHours: Story = {
  decorators: [(Story) => <LanguageProvider locale="de">{Story()}</LanguageProvider>],
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('row')).toHaveTextContent('Mo – Fr09:00 – 17:30')
  },
}

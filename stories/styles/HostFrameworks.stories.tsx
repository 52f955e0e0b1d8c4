import type { Meta, StoryContext, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { Bell } from '../../src/components/panel/Bell.tsx'
import { makePreferences, makeNotification } from '../../src/testing/index.ts'
import { ago } from '../support/fixtures.ts'
import { hostSheets } from '../support/hostSheets.ts'
import { InHeader, inboxArgs, ownWindow } from '../support/InHeader.tsx'
import { differencesOf, looksOf } from '../support/looks.ts'
import { openPanel } from '../support/openPanel.ts'
import { settled } from '../support/settled.ts'
import { hostSheet, withHostSheet } from '../support/withHostSheet.tsx'

/** The inbox under the real style sheets of common frameworks. It looks the same as without them. */
const meta = {
  title: 'In a page of a framework',
  component: InHeader,
  // Frameworks set a font for the app, and one text color, whose contrast axe would reject in dark mode.
  render: (args) => (
    <div style={{ color: 'CanvasText', fontFamily: 'sans-serif' }}>
      <InHeader {...args} />
    </div>
  ),
  tags: ['!autodocs'],
  parameters: ownWindow,
  args: {
    ...inboxArgs,
    savedPreferences: makePreferences(),
    onPreferenceChange: () => {},
    onScheduleChange: () => {},
    notifications: [
      makeNotification(1, {
        createdAt: ago(60_000),
        subject: 'Jonas Okafor invited you to Atlas',
        content: 'The copy feels a bit stiff, could you look at it?',
        cta: {
          data: { url: '/invitations/1' },
          action: {
            buttons: [
              { type: 'primary', content: 'Accept' },
              { type: 'secondary', content: 'Decline' },
            ],
          },
        },
      }),
      makeNotification(2, { createdAt: ago(90_000_000), subject: 'Nightly build', seen: true, read: true }),
    ],
  },
  globals: { theme: 'light' },
} satisfies Meta<typeof InHeader>
export default meta
type Story = StoryObj<typeof meta>

/** Compares everything in a panel, and the space of its bell, with the same app without the framework's style sheet. */
const looksAsWithout = async (panel: Element, bell: Element) => {
  const styled = looksOf(panel)
  const room = () => `${bell.clientWidth} × ${bell.clientHeight}`
  const roomStyled = room()
  const sheet = hostSheet()
  sheet.disabled = true
  const without = looksOf(panel)
  const roomWithout = room()
  sheet.disabled = false
  await expect(roomStyled).toBe(roomWithout)
  await expect(styled.length).toBeGreaterThan(100)
  await expect(differencesOf(styled, without)).toEqual([])
}

const play = async (context: StoryContext) => {
  const { canvas, userEvent } = context
  const panel = await openPanel(context)
  await canvas.findAllByRole('article')
  await settled(panel)
  // The bell inherits the color and line height of the app's header.
  const bell = canvas.getByRole('button', { expanded: true })
  await looksAsWithout(panel, bell)
  await userEvent.click(canvas.getByRole('button', { name: 'Preferences' }))
  await canvas.findByRole('heading', { name: 'Preferences' })
  await looksAsWithout(panel, bell)
}

export const ResetBefore: Story = { decorators: [withHostSheet(hostSheets.reset, 'before')], play }
export const ResetAfter: Story = { decorators: [withHostSheet(hostSheets.reset, 'after')], play }
export const ClasslessBefore: Story = { decorators: [withHostSheet(hostSheets.classless, 'before')], play }
export const BootstrapBefore: Story = { decorators: [withHostSheet(hostSheets.bootstrap, 'before')], play }
export const BootstrapAfter: Story = { decorators: [withHostSheet(hostSheets.bootstrap, 'after')], play }
export const Tailwind3Before: Story = { decorators: [withHostSheet(hostSheets.tailwind3, 'before')], play }
export const Tailwind3After: Story = { decorators: [withHostSheet(hostSheets.tailwind3, 'after')], play }
export const Tailwind4Before: Story = { decorators: [withHostSheet(hostSheets.tailwind4, 'before')], play }
export const Tailwind4After: Story = { decorators: [withHostSheet(hostSheets.tailwind4, 'after')], play }
export const Tailwind4Layered: Story = { decorators: [withHostSheet(hostSheets.tailwind4Ordered, 'layered')], play }
export const Shadcn: Story = { decorators: [withHostSheet(hostSheets.shadcn, 'after')], play }

const bell = { args: {}, render: () => <Bell className="p-8" count={3} open={false} /> }
const bellHasRoom = async ({ canvas }: StoryContext) =>
  expect(getComputedStyle(canvas.getByRole('button')).paddingTop).toBe('32px')

/** A class of the app wins: Tailwind CSS 3 after tidings/styles.css … */
export const UtilityOfTailwind3: Story = {
  ...bell,
  decorators: [withHostSheet(hostSheets.tailwind3, 'after')],
  play: bellHasRoom,
}

/** … and Tailwind CSS 4, with ordered layers around tidings/styles.layered.css. */
export const UtilityOfTailwind4: Story = {
  ...bell,
  decorators: [withHostSheet(hostSheets.tailwind4Ordered, 'layered')],
  play: bellHasRoom,
}

import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { Inbox } from '../../src/components/inbox/Inbox.tsx'
import { arabic } from '../../src/languages/ar.ts'
import { german } from '../../src/languages/de.ts'
import { english } from '../../src/languages/en.ts'
import { spanish } from '../../src/languages/es.ts'
import { french } from '../../src/languages/fr.ts'
import { japanese } from '../../src/languages/ja.ts'
import { brazilianPortuguese } from '../../src/languages/pt-BR.ts'
import { simplifiedChinese } from '../../src/languages/zh-CN.ts'
import { morning } from '../support/fixtures.ts'
import { inboxArgs, InHeader, ownWindow, type InHeaderProps } from '../support/InHeader.tsx'
import { openPanel } from '../support/openPanel.ts'

/** Labels, dates, numbers and direction, with one import per language. Notifications are in the app's language. */
const meta = {
  title: 'Inbox/Languages',
  component: Inbox,
  args: { ...inboxArgs, notifications: morning() },
  render: (args) => <InHeader {...args} />,
  parameters: ownWindow,
  play: async (context) => {
    const panel = await openPanel(context)
    await context.canvas.findAllByRole('article')
    await expect(panel.closest('[lang]')).toHaveAttribute('lang', context.args.locale)
  },
} satisfies Meta<InHeaderProps>
export default meta
type Story = StoryObj<typeof meta>

export const English: Story = { args: { ...english } }
export const German: Story = { args: { ...german } }
export const French: Story = { args: { ...french } }
export const Spanish: Story = { args: { ...spanish } }
export const BrazilianPortuguese: Story = { args: { ...brazilianPortuguese } }
export const SimplifiedChinese: Story = { args: { ...simplifiedChinese } }

export const Japanese: Story = {
  args: { ...japanese },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: '通知、新着2件' }))
  },
}

/** An Arabic inbox in a left-to-right app: only the inbox is mirrored. */
export const Arabic: Story = {
  args: { ...arabic },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'الإشعارات، الجديدة: 2' }))
    const panel = canvas.getByRole('dialog', { name: 'الإشعارات' })
    await expect(getComputedStyle(panel).direction).toBe('rtl')
    await expect(document.documentElement.dir).toBe('ltr')
    const [row] = await canvas.findAllByRole('article')
    const left = (selector: string) => row?.querySelector(selector)?.getBoundingClientRect().left ?? Number.NaN
    await expect(left('.tidings-avatar')).toBeGreaterThan(left('time'))
  },
}

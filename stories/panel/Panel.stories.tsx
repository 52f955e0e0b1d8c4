import type { Meta, StoryObj } from '@storybook/react-vite'
import { useId, useRef, useState } from 'react'
import { expect, fn, screen, waitFor, within } from 'storybook/test'
import { Feed } from '../../src/components/feed/Feed.tsx'
import { LanguageProvider } from '../../src/components/language/LanguageProvider.tsx'
import { useLabels } from '../../src/components/language/useLabels.ts'
import { Bell } from '../../src/components/panel/Bell.tsx'
import { Panel, type PanelProps } from '../../src/components/panel/Panel.tsx'
import { PanelHeader } from '../../src/components/panel/PanelHeader.tsx'
import { TabPanel, Tabs } from '../../src/components/panel/Tabs.tsx'
import { PreferencesView } from '../../src/components/preferences/PreferencesView.tsx'
import { german } from '../../src/languages/de.ts'
import { makePreferences } from '../../src/testing/makePreferences.ts'
import { morning } from '../support/fixtures.ts'

interface DemoProps extends Pick<PanelProps, 'open' | 'onClose'> {
  /** Place of the bell in the window. */
  corner?: 'top' | 'bottom'
  side?: 'start' | 'end'
}

const all = morning()

/** The composed parts, without fetching. */
const Demo = ({ open: openAtFirst, onClose, corner = 'top', side = 'end' }: DemoProps) => {
  const [open, setOpen] = useState(openAtFirst)
  const [view, setView] = useState<'list' | 'preferences'>('list')
  const [tab, setTab] = useState<'all' | 'unread'>('all')
  const bell = useRef<HTMLButtonElement>(null)
  const id = useId()
  const labels = useLabels()
  const close: PanelProps['onClose'] = (reason) => {
    onClose(reason)
    setOpen(false)
  }
  return (
    <div
      style={{
        display: 'flex',
        flexDirection: corner === 'top' ? 'column' : 'column-reverse',
        minBlockSize: '100vh',
        // Clipping, transforms and stacking around the bell must not affect the panel.
        overflow: 'hidden',
        transform: 'translateZ(0)',
        isolation: 'isolate',
      }}
    >
      <header className="page-header" style={{ flexDirection: side === 'end' ? 'row' : 'row-reverse' }}>
        <strong>Acme</strong>
        <span>
          <Bell ref={bell} count={2} open={open} panelId={id} onClick={() => setOpen(!open)} />
          <Panel id={id} open={open} onClose={close} anchor={bell}>
            {view === 'preferences' ? (
              <>
                <PanelHeader title={labels.preferences} onBack={() => setView('list')} onClose={() => setOpen(false)} />
                <PreferencesView preferences={makePreferences()} timeZone="Europe/Berlin" />
              </>
            ) : (
              <>
                <PanelHeader
                  onMarkAllAsRead={() => {}}
                  onPreferences={() => setView('preferences')}
                  onClose={() => setOpen(false)}
                />
                <Tabs
                  id={`${id}-tabs`}
                  aria-label={labels.filters}
                  tabs={[
                    { value: 'all', label: labels.all },
                    { value: 'unread', label: labels.unread },
                  ]}
                  value={tab}
                  onValueChange={setTab}
                />
                <TabPanel tabsId={`${id}-tabs`} value={tab}>
                  <Feed
                    notifications={tab === 'all' ? all : all.filter(({ read }) => !read)}
                    onMark={() => {}}
                    onAction={() => {}}
                  />
                </TabPanel>
              </>
            )}
          </Panel>
          <a href="#after">Help</a>
        </span>
      </header>
      <main style={{ flex: 1, padding: '1rem' }}>
        <p>The page goes on.</p>
      </main>
    </div>
  )
}

const meta = {
  title: 'Components/Panel',
  component: Panel,
  args: { open: false, onClose: fn(), anchor: { current: null } },
  parameters: { docs: { story: { inline: false, height: '44rem' } } },
  render: ({ open, onClose }) => <Demo open={open} onClose={onClose} />,
} satisfies Meta<typeof Panel>
export default meta
type Story = StoryObj<typeof meta>

export const OpenAndClose: Story = {
  play: async ({ canvas, userEvent, args }) => {
    const bell = canvas.getByRole('button', { name: 'Notifications, 2 new' })
    await userEvent.click(bell)
    const panel = canvas.getByRole('dialog', { name: 'Notifications' })
    await expect(within(panel).getByRole('heading', { name: 'Notifications' })).toHaveFocus()
    await expect(panel.matches(':popover-open')).toBe(true)
    await expect(bell).toHaveAttribute('aria-expanded', 'true')
    await expect(bell).toHaveAttribute('aria-controls', panel.id)

    await userEvent.keyboard('{Escape}')
    await expect(canvas.queryByRole('dialog')).toBeNull()
    await expect(bell).toHaveFocus()
    await expect(args.onClose).toHaveBeenLastCalledWith('escape')

    await userEvent.click(bell)
    await userEvent.click(canvas.getByText('The page goes on.'))
    await expect(canvas.queryByRole('dialog')).toBeNull()
    await expect(args.onClose).toHaveBeenLastCalledWith('pointer')

    // Shift+Tab on the first stop moves to the bell, and the panel stays. Tab past the last stop closes it.
    await userEvent.click(bell)
    await userEvent.tab()
    await userEvent.tab({ shift: true })
    await expect(bell).toHaveFocus()
    await expect(canvas.getByRole('dialog')).toBeVisible()
    canvas.getByRole('link', { name: 'Help' }).focus()
    await waitFor(() => expect(canvas.queryByRole('dialog')).toBeNull())
    await expect(canvas.getByRole('link', { name: 'Help' })).toHaveFocus()
  },
}

export const List: Story = { args: { open: true } }

export const Preferences: Story = {
  args: { open: true },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Preferences' }))
    await expect(canvas.getByRole('heading', { name: 'Preferences' })).toHaveFocus()
    await userEvent.click(canvas.getByRole('button', { name: 'Back' }))
    await expect(canvas.getByRole('button', { name: 'Preferences' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
  },
}

const isInView = (element: Element) => {
  const { top, left, right, bottom, height } = element.getBoundingClientRect()
  return height > 300 && top >= 0 && left >= 0 && right <= innerWidth && bottom <= innerHeight
}

export const FlipsAtTheEdges: Story = {
  args: { open: true },
  render: ({ open, onClose }) => <Demo open={open} onClose={onClose} corner="bottom" side="start" />,
  play: async ({ canvas }) => {
    const panel = canvas.getByRole('dialog')
    await waitFor(() => expect(isInView(panel)).toBe(true))
  },
}

export const OtherLanguage: Story = {
  args: { open: true },
  render: ({ open, onClose }) => (
    <LanguageProvider {...german}>
      <Demo open={open} onClose={onClose} />
    </LanguageProvider>
  ),
  play: async () => {
    await expect(screen.getByRole('tab', { name: 'Ungelesen' })).toBeInTheDocument()
  },
}

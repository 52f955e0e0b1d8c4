import { act, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { InboxFeed, InboxProvider, type InboxProps } from '../../../src/index.ts'
import { createTestService, makeNotifications, type TestServiceOptions } from '../../../src/testing/index.ts'
import { showInbox } from '../../regressions/showInbox.tsx'
import { listenToAnnouncements } from '../../setup/listenToAnnouncements.ts'
import { pass } from '../../setup/pass.ts'
import { user } from '../../setup/user.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const open = async (props: Partial<InboxProps> = {}, options: TestServiceOptions = {}) => {
  const notifications = makeNotifications(3, (number) => ({
    seen: true,
    read: number === 0,
    subject: `Note ${number}`,
  }))
  const service = createTestService({ notifications, ...options })
  const inbox = showInbox(service, { retry: false, timeZone: 'Europe/Stockholm', ...props }, user())
  await inbox.open()
  await screen.findAllByRole('article')
  const panel = () => within(screen.getByRole('dialog', { name: 'Notifications' }))
  return {
    inbox,
    panel,
    service,
    announced: listenToAnnouncements(),
    ids: () =>
      panel()
        .queryAllByRole('article')
        .map((row) => row.dataset['id']),
    click: async (name: string, id: string) => user().click(within(inbox.row(id)).getByRole('button', { name })),
    choose: async (name: string | RegExp, role: 'menuitem' | 'menuitemradio' = 'menuitem') => {
      await user().click(within(await screen.findByRole('menu')).getByRole(role, { name }))
    },
    openMenu: async () => {
      await user().click(
        within(document.querySelector('.tidings-header') as HTMLElement).getByRole('button', { name: 'More' }),
      )
      await screen.findByRole('menu')
    },
  }
}
const focused = () => document.activeElement

describe('a panel of a service that does not archive', () => {
  it('has no trace of it', async () => {
    const { panel } = await open({}, { triage: false })
    expect(panel().queryByRole('button', { name: 'More' })).toBeNull()
    expect(panel().queryByRole('button', { name: 'Archive' })).toBeNull()
    await user().keyboard('?')
    const help = within(screen.getByRole('dialog', { name: 'Keyboard shortcuts' }))
    expect(help.queryByText('Archive')).toBeNull()
    expect(help.getByText('Undo')).toBeTruthy()
  })
})

describe('the notice', () => {
  it('of an archived notification undoes it, and is announced as a sentence', async () => {
    const { click, ids, panel, announced } = await open()
    await click('Archive', 'n1')
    expect(ids()).toEqual(['n2', 'n0'])
    expect(panel().getByText('Archived')).toBeTruthy()
    expect(focused()).toHaveAttribute('data-id', 'n0')
    await user().click(panel().getByRole('button', { name: 'Undo' }))
    expect(ids()).toEqual(['n2', 'n1', 'n0'])
    expect(focused()).toHaveAttribute('data-id', 'n1')
    await waitFor(() => expect(announced).toEqual(['Archived: Note 1. Undo with z.', 'Undone']))
  })

  it('names no key without shortcuts', async () => {
    const { click, announced } = await open({ shortcuts: false })
    await click('Archive', 'n1')
    expect(announced).toEqual(['Archived: Note 1.'])
  })

  it('of a snoozed one says until when, and “z” returns it', async () => {
    vi.setSystemTime('2026-05-12T10:20:00.000Z')
    const { click, choose, ids, panel, announced } = await open()
    await click('More', 'n1')
    await choose(/^Tomorrow/)
    expect(ids()).toEqual(['n2', 'n0'])
    expect(panel().getByText('Snoozed until Wed 9:00 AM')).toBeTruthy()
    expect(announced).toEqual(['Snoozed until Wed 9:00 AM: Note 1. Undo with z.'])
    await user().keyboard('z')
    expect(ids()).toEqual(['n2', 'n1', 'n0'])
  })

  it('of a snoozed one has the browser’s time if the browser does not know the time zone', async () => {
    vi.setSystemTime('2026-05-12T10:20:00.000Z')
    const { click, choose, ids, panel } = await open({ timeZone: 'Mars/Olympus' })
    await click('More', 'n1')
    await choose(/^In 3 hours/)
    expect(ids()).toEqual(['n2', 'n0'])
    expect(panel().getByText(/^Snoozed until Tue/)).toBeTruthy()
  })

  it('of a deleted one: “z” restores it', async () => {
    const { ids, panel } = await open()
    await user().keyboard('jj#')
    expect(ids()).toEqual(['n2', 'n0'])
    expect(panel().getByText('Deleted')).toBeTruthy()
    expect(focused()).toHaveAttribute('data-id', 'n0')
    await user().keyboard('z')
    await pass(100)
    expect(ids()).toEqual(['n2', 'n1', 'n0'])
    expect(focused()).toHaveAttribute('data-id', 'n1')
    await pass(11_000)
    expect(ids()).toEqual(['n2', 'n1', 'n0'])
  })

  it.each([
    ['its time is over', () => pass(11_000)],
    ['the next notice replaces it', () => user().keyboard('e')],
    ['the panel closes', () => user().keyboard('{Escape}')],
    ['it is dismissed', () => user().click(screen.getByRole('button', { name: 'Dismiss' }))],
  ])('of a deleted one sends it when %s', async (_, end) => {
    const { inbox, panel } = await open()
    await user().keyboard('jj#')
    await end()
    await pass(1_000)
    if (!inbox.container.querySelector('.tidings-panel')) await inbox.open()
    await user().keyboard('z')
    await pass(100)
    expect(panel().queryByText('Note 1')).toBeNull()
  })
})

it('the notice of a deletion is gone when the browser page ends, which sends it', async () => {
  const { ids, panel, service } = await open()
  await user().keyboard('jj#')
  expect(panel().getByText('Deleted')).toBeTruthy()
  act(() => void window.dispatchEvent(new Event('pagehide')))
  expect(panel().queryByText('Deleted')).toBeNull()
  await pass(1_000)
  expect(service.notifications()).toHaveLength(2)
  expect(ids()).toEqual(['n2', 'n0'])
})

describe('the header’s menu', () => {
  it('shows the archived notifications, and “Back” the others', async () => {
    const { click, openMenu, choose, ids, panel, announced } = await open()
    await click('Archive', 'n1')
    await openMenu()
    expect(screen.getByRole('menuitemradio', { name: 'Inbox' })).toBeChecked()
    await choose('Archived', 'menuitemradio')
    await pass(1_000)
    expect(panel().getByRole('heading', { name: 'Archived' })).toBeTruthy()
    expect(announced).toEqual(['Archived: Note 1. Undo with z.', 'Archived'])
    expect(panel().queryByRole('tab')).toBeNull()
    expect(panel().queryByRole('button', { name: 'Mark all as read' })).toBeNull()
    expect(ids()).toEqual(['n1'])
    await user().click(panel().getByRole('button', { name: 'Move to inbox' }))
    await panel().findByText('Nothing archived')
    expect(panel().getByText('Moved to inbox')).toBeTruthy()
    await user().click(panel().getByRole('button', { name: 'Back' }))
    await pass(1_000)
    expect(panel().getAllByRole('tab')).toHaveLength(2)
    expect(focused()).toHaveAttribute('title', 'More')
    expect(ids()).toEqual(['n2', 'n1', 'n0'])
  })

  it('shows the snoozed notifications with their time, and Escape goes back', async () => {
    vi.setSystemTime('2026-05-12T10:20:00.000Z')
    const { click, openMenu, choose, panel, ids } = await open()
    await openMenu()
    await choose('Snoozed', 'menuitemradio')
    await pass(1_000)
    expect(panel().getByText('Nothing snoozed')).toBeTruthy()
    await user().keyboard('{Escape}')
    await click('More', 'n2')
    await choose(/^In 3 hours/)
    await openMenu()
    await choose('Snoozed', 'menuitemradio')
    await pass(1_000)
    expect(ids()).toEqual(['n2'])
    expect(panel().getByText('Until Tue 3:20 PM')).toBeTruthy()
    await user().keyboard('{Escape}')
    await pass(1_000)
    expect(panel().getAllByRole('tab')).toHaveLength(2)
  })

  it('is closed by Escape alone, and the view by the next one', async () => {
    const { openMenu, choose, panel } = await open()
    await openMenu()
    await user().keyboard('{Escape}')
    expect(screen.queryByRole('menu')).toBeNull()
    expect(focused()).toHaveAttribute('title', 'More')
    await openMenu()
    await choose('Archived', 'menuitemradio')
    await user().keyboard('{Escape}')
    expect(panel().getByRole('heading', { name: 'Notifications' })).toBeTruthy()
    await user().keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('archives all read ones, which can be undone', async () => {
    const { openMenu, choose, ids, panel } = await open()
    await openMenu()
    await choose('Archive all read')
    await pass(100)
    expect(ids()).toEqual(['n2', 'n1'])
    await user().click(panel().getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(ids()).toEqual(['n2', 'n1', 'n0']))
    await openMenu()
    await choose('Archived', 'menuitemradio')
    await openMenu()
    expect(screen.queryByRole('menuitem', { name: 'Archive all read' })).toBeNull()
  })

  it('shows the inbox again when the panel has closed', async () => {
    const { inbox, openMenu, choose, panel } = await open()
    await openMenu()
    await choose('Archived', 'menuitemradio')
    await user().keyboard('{Escape}{Escape}')
    await inbox.open()
    await screen.findAllByRole('article')
    expect(panel().getByRole('heading', { name: 'Notifications' })).toBeTruthy()
  })

  it('leaves the notifications of the inbox unread in another view', async () => {
    const { inbox, openMenu, choose, panel } = await open()
    await openMenu()
    await choose('Archived', 'menuitemradio')
    await user().keyboard('{Shift>}U{/Shift}')
    await user().click(panel().getByRole('button', { name: 'Back' }))
    await pass(1_000)
    expect(inbox.row('n2')).toHaveAttribute('data-unread')
  })
})

describe('a list without a panel', () => {
  const arrange = async () => {
    const notifications = makeNotifications(2, (number) => ({ read: true, archived: true, subject: `Note ${number}` }))
    const service = createTestService({ notifications })
    const { unmount } = render(
      <InboxProvider subscriberId="ada" baseUrl="http://inbox.test" fetch={service.fetch}>
        <InboxFeed filter={{ archived: true }} />
      </InboxProvider>,
    )
    const [first] = await screen.findAllByRole('article')
    act(() => first?.focus())
    const ids = () => screen.queryAllByRole('article').map((row) => row.dataset['id'])
    return { service, ids, unmount }
  }

  it('has the notices of what is done in it', async () => {
    const { service, ids } = await arrange()
    await user().keyboard('#')
    expect(ids()).toEqual(['n0'])
    expect(screen.getByText('Deleted')).toBeTruthy()
    await user().keyboard('z')
    expect(ids()).toEqual(['n1', 'n0'])
    await user().keyboard('e')
    expect(screen.getByText('Moved to inbox')).toBeTruthy()
    await user().keyboard('#')
    await pass(11_000)
    expect(service.notifications()).toMatchObject([{ _id: 'n1', archived: false }])
    expect(screen.getByText('Nothing archived')).toBeTruthy()
  })

  it('sends a deletion when it goes away', async () => {
    const { service, unmount } = await arrange()
    await user().keyboard('#')
    unmount()
    await pass(1_000)
    expect(service.notifications()).toHaveLength(1)
  })
})

it('the list of shortcuts has the keys', async () => {
  await open()
  await user().keyboard('?')
  const help = within(screen.getByRole('dialog', { name: 'Keyboard shortcuts' }))
  for (const [text, key] of [
    ['Archive', 'e'],
    ['Snooze', 'b'],
    ['Delete', '#'],
    ['Undo', 'z'],
  ] as const)
    expect(help.getByText(text).closest('li')?.querySelector('kbd')?.textContent).toBe(key)
})

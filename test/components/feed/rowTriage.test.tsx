import { fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { Feed, type FeedProps, type InboxNotification } from '../../../src/index.ts'
import { makeNotification, makeNotifications } from '../../../src/testing/makeNotification.ts'

// A Tuesday.
const now = Date.parse('2026-05-12T10:20:00.000Z')
const row = (id: string) => document.querySelector<HTMLElement>(`[data-id="${id}"]`) as HTMLElement
const focusedId = () => document.activeElement?.closest<HTMLElement>('[role="article"]')?.dataset['id']

const show = (props: Partial<FeedProps> = {}) => {
  const handlers = {
    onMark: vi.fn<NonNullable<FeedProps['onMark']>>(),
    onArchive: vi.fn<NonNullable<FeedProps['onArchive']>>(),
    onSnooze: vi.fn<NonNullable<FeedProps['onSnooze']>>(),
    onDelete: vi.fn<NonNullable<FeedProps['onDelete']>>(),
  }
  const user = userEvent.setup()
  const Subject = () => {
    const [shown, setShown] = useState<readonly InboxNotification[]>(props.notifications ?? makeNotifications(3))
    const without = ({ _id }: InboxNotification) => setShown(shown.filter((each) => each._id !== _id))
    return (
      <Feed
        timeZone="Europe/Stockholm"
        now={() => now}
        onMark={handlers.onMark}
        onArchive={(notification) => {
          handlers.onArchive(notification)
          without(notification)
        }}
        onSnooze={(notification, until) => {
          handlers.onSnooze(notification, until)
          without(notification)
        }}
        onDelete={(notification) => {
          handlers.onDelete(notification)
          without(notification)
        }}
        {...props}
        notifications={shown}
      />
    )
  }
  render(<Subject />)
  return { user, ...handlers }
}

const openMenu = async (user: ReturnType<typeof userEvent.setup>, id = 'n1') => {
  await user.click(within(row(id)).getByRole('button', { name: 'More' }))
  return within(await screen.findByRole('menu', { name: 'More' }))
}
const itemsOf = (menu: Pick<typeof screen, 'getAllByRole'>) =>
  menu.getAllByRole('menuitem').map(({ textContent }) => textContent)

describe('a row without handlers', () => {
  it('has no trace of them', () => {
    render(<Feed notifications={makeNotifications(1)} onMark={() => {}} />)
    expect(screen.getAllByRole('button')).toHaveLength(1)
    const mark = screen.getByRole('button')
    expect(mark.hasAttribute('data-place')).toBe(false)
    expect(row('n0').hasAttribute('data-menu')).toBe(false)
    fireEvent.keyDown(row('n0'), { key: 'e' })
    fireEvent.keyDown(row('n0'), { key: 'b' })
    fireEvent.keyDown(row('n0'), { key: '#' })
    expect(screen.queryByRole('menu')).toBeNull()
  })

  it('has only the buttons of those that it has', () => {
    const { rerender } = render(<Feed notifications={makeNotifications(1)} onArchive={() => {}} />)
    expect(screen.getAllByRole('button').map(({ title }) => title)).toEqual(['Archive'])
    rerender(<Feed notifications={makeNotifications(1)} onDelete={() => {}} onMark={() => {}} />)
    expect(screen.getAllByRole('button').map(({ title }) => title)).toEqual(['Mark as read or unread', 'More'])
    expect(screen.getAllByRole('button').map(({ dataset }) => dataset['place'])).toEqual(['1', '0'])
  })
})

describe('the buttons of a row', () => {
  it('are mark, archive and more, which name the notification', () => {
    show()
    const buttons = within(row('n1')).getAllByRole('button')
    expect(buttons.map(({ title }) => title)).toEqual(['Mark as read or unread', 'Archive', 'More'])
    expect(buttons.map(({ dataset }) => dataset['place'])).toEqual(['2', '1', '0'])
    for (const button of buttons) expect(button).toHaveAccessibleDescription(/Notification 1|^.+/)
    expect(buttons[2]).toHaveAttribute('aria-haspopup', 'menu')
  })

  it('archive, or return an archived notification, and the focus moves to the next row', async () => {
    const archived = makeNotification(0, { archived: true })
    const { user, onArchive } = show({ notifications: [makeNotification(1), archived] })
    await user.click(within(row('n1')).getByRole('button', { name: 'Archive' }))
    expect(onArchive).toHaveBeenLastCalledWith(expect.objectContaining({ _id: 'n1' }))
    expect(focusedId()).toBe('n0')
    await user.click(within(row('n0')).getByRole('button', { name: 'Move to inbox' }))
    expect(onArchive).toHaveBeenLastCalledWith(archived)
    // The list has the focus.
    expect(document.activeElement).toHaveClass('tidings-feed-list')
  })
})

describe('the menu of a row', () => {
  it('has the times of the reader’s zone, a field for another one, and “Delete”', async () => {
    const { user, onSnooze } = show()
    const menu = await openMenu(user)
    expect(itemsOf(menu)).toEqual([
      'In 3 hours Tue 3:20 PM',
      'Tomorrow Wed 9:00 AM',
      'Monday Mon 9:00 AM',
      'Choose date and time…',
      'Delete',
    ])
    expect(menu.getByRole('group', { name: 'Snooze' })).toBeTruthy()
    await user.click(menu.getByRole('menuitem', { name: /^Tomorrow/ }))
    expect(onSnooze).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ _id: 'n1' }), '2026-05-13T07:00:00.000Z')
    expect(focusedId()).toBe('n0')
  })

  it('deletes, and the focus moves on', async () => {
    const { user, onDelete } = show()
    await user.click((await openMenu(user, 'n0')).getByRole('menuitem', { name: 'Delete' }))
    expect(onDelete).toHaveBeenCalledOnce()
    expect(focusedId()).toBe('n1')
  })

  it('closes by Escape, and its button gets the focus back', async () => {
    const { user } = show()
    await openMenu(user)
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('menu')).toBeNull()
    expect(within(row('n1')).getByRole('button', { name: 'More' })).toHaveFocus()
  })

  it('returns a snoozed notification, and has no time for an archived one', async () => {
    const { user, onSnooze } = show({
      notifications: [
        makeNotification(1, { snoozedUntil: '2026-05-13T07:00:00.000Z' }),
        makeNotification(0, { archived: true }),
      ],
    })
    expect(itemsOf(await openMenu(user, 'n0'))).toEqual(['Delete'])
    await user.keyboard('{Escape}')
    await user.click((await openMenu(user)).getByRole('menuitem', { name: 'Return now' }))
    expect(onSnooze).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ _id: 'n1' }), null)
  })

  it('has the choices of the app, without those in the past', async () => {
    const snoozePresets = vi.fn<NonNullable<FeedProps['snoozePresets']>>(() => [
      { label: 'Next week', until: new Date('2026-05-19T06:00:00.000Z') },
      { label: 'Yesterday', until: new Date(now - 1) },
    ])
    const { user } = show({ snoozePresets })
    expect(itemsOf(await openMenu(user))[0]).toBe('Next week May 19, 8:00 AM')
    expect(itemsOf(within(screen.getByRole('menu')))).toHaveLength(3)
    expect(snoozePresets).toHaveBeenCalledWith(new Date(now), 'Europe/Stockholm')
  })

  it('has the standard choices if the function of the app throws', async () => {
    const reported = vi.fn()
    vi.stubGlobal('reportError', reported)
    const { user } = show({
      snoozePresets: () => {
        throw new Error('No calendar.')
      },
    })
    expect(itemsOf(await openMenu(user))).toHaveLength(5)
    expect(reported).toHaveBeenCalledOnce()
    vi.unstubAllGlobals()
  })
})

describe('the field for a time', () => {
  const openForm = async (user: ReturnType<typeof userEvent.setup>) => {
    await user.click((await openMenu(user)).getByRole('menuitem', { name: 'Choose date and time…' }))
    return screen.getByLabelText('Snooze until', { selector: 'input' })
  }

  it('starts with tomorrow at 9:00, and has limits', async () => {
    const { user } = show()
    const field = await openForm(user)
    expect(field).toHaveFocus()
    expect(screen.getByRole('dialog', { name: 'Snooze until' })).toBeTruthy()
    expect(field).toHaveValue('2026-05-13T09:00')
    expect(field).toHaveAttribute('min', '2026-05-12T12:20')
    expect(field).toHaveAttribute('max', '2027-05-12T12:20')
  })

  it('snoozes until a wall time of the reader’s zone', async () => {
    const { user, onSnooze } = show()
    fireEvent.change(await openForm(user), { target: { value: '2026-12-24T18:30' } })
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Snooze' }))
    expect(onSnooze).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ _id: 'n1' }), '2026-12-24T17:30:00.000Z')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(focusedId()).toBe('n0')
  })

  it('is closed by “Cancel” and by Escape', async () => {
    const { user, onSnooze } = show()
    await openForm(user)
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(focusedId()).toBe('n1')
    await openForm(user)
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(onSnooze).not.toHaveBeenCalled()
  })
})

describe('the keys of a row', () => {
  it('e archives, # deletes, and the focus moves to the next row, else the previous', async () => {
    const { user, onArchive, onDelete } = show()
    row('n1').focus()
    await user.keyboard('e')
    expect(onArchive).toHaveBeenCalledOnce()
    expect(focusedId()).toBe('n0')
    await user.keyboard('#')
    expect(onDelete).toHaveBeenCalledOnce()
    expect(focusedId()).toBe('n2')
    await user.keyboard('e')
    expect(document.activeElement).toHaveClass('tidings-feed-list')
  })

  it('b opens the times, without the rest of the menu, and Escape returns to the row', async () => {
    const { user } = show()
    row('n1').focus()
    await user.keyboard('b')
    const menu = within(await screen.findByRole('menu', { name: 'Snooze' }))
    expect(itemsOf(menu)).toHaveLength(4)
    // The keys of the list rest meanwhile.
    await user.keyboard('j')
    expect(menu.getAllByRole('menuitem')[0]).toHaveFocus()
    await user.keyboard('{Escape}')
    expect(row('n1')).toHaveFocus()
  })

  it('b returns a snoozed notification', async () => {
    const { user, onSnooze } = show({
      notifications: [makeNotification(1, { snoozedUntil: '2026-05-13T07:00:00.000Z' })],
    })
    row('n1').focus()
    await user.keyboard('b')
    expect(onSnooze).toHaveBeenCalledExactlyOnceWith(expect.anything(), null)
  })

  it('do nothing without shortcuts', async () => {
    const { user, onArchive, onDelete } = show({ shortcuts: false })
    row('n1').focus()
    await user.keyboard('e#b')
    expect(onArchive).not.toHaveBeenCalled()
    expect(onDelete).not.toHaveBeenCalled()
    expect(screen.queryByRole('menu')).toBeNull()
  })
})

describe('a finger', () => {
  const swipe = (by: number, back = 0) => {
    const at = (clientX: number) => ({ touches: [{ clientX, clientY: 100 }] })
    const text = row('n1').querySelector('.tidings-item-title') as Element
    fireEvent.touchStart(text, at(200))
    for (const part of [0.2, 0.6, 1]) fireEvent.touchMove(text, at(200 + by * part))
    const swiped = row('n1').dataset['swipe']
    if (back) fireEvent.touchMove(text, at(200 + back))
    fireEvent.touchEnd(text, { touches: [] })
    return swiped
  }

  it.each([
    ['ltr', 120, 'archive'],
    ['ltr', -120, 'mark'],
    ['rtl', -120, 'archive'],
    ['rtl', 120, 'mark'],
  ])('in %s by %i: %s', (direction, distance, effect) => {
    const { onArchive, onMark } = show()
    // jsdom inherits no direction.
    row('n1').style.direction = direction
    const swiped = swipe(distance)
    expect(swiped).toBe(effect === 'archive' ? 'archive' : undefined)
    expect(onArchive).toHaveBeenCalledTimes(effect === 'archive' ? 1 : 0)
    expect(onMark).toHaveBeenCalledTimes(effect === 'mark' ? 1 : 0)
  })

  it('that moves too little, or turns back, does nothing', () => {
    const { onArchive, onMark } = show()
    swipe(60)
    swipe(120, 20)
    // Not the effect of the other direction either.
    swipe(120, -120)
    expect(onArchive).not.toHaveBeenCalled()
    expect(onMark).not.toHaveBeenCalled()
  })

  it('marks in both directions where nothing archives', () => {
    const { onMark } = show({ onArchive: undefined })
    swipe(120)
    swipe(-120)
    expect(onMark).toHaveBeenCalledTimes(2)
  })
})

describe('the row', () => {
  it('of a snoozed notification says when it returns, also in its name', () => {
    vi.useFakeTimers({ now, toFake: ['Date'] })
    show({ notifications: [makeNotification(1, { snoozedUntil: '2026-05-13T07:00:00.000Z', read: true })] })
    expect(row('n1')).toHaveAccessibleName(/, Until Wed 9:00 AM$/)
    expect(row('n1').querySelector('time')?.textContent).toBe('Until Wed 9:00 AM')
    vi.useRealTimers()
  })

  it.each([
    ['high', 'high', true],
    ['medium', 'medium', false],
    ['low', 'low', false],
    ['none', undefined, false],
    ['other', undefined, false],
  ])('of severity %s', (severity, attribute, isNamed) => {
    show({ notifications: [makeNotification(1, { severity })] })
    expect(row('n1').dataset['severity']).toBe(attribute)
    expect(row('n1').getAttribute('aria-label')?.startsWith('Unread, Important, ')).toBe(isNamed)
  })

  it('of high severity that an app arranges has the same name', () => {
    show({ notifications: [makeNotification(1, { severity: 'high' })], renderItem: ({ subject }) => <b>{subject}</b> })
    expect(row('n1').textContent).toContain('Important')
  })
})

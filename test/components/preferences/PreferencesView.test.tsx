import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { createPreferenceEdits, PreferenceEditsProvider } from '../../../src/components/edits/preferenceEdits.ts'
import { Announcer } from '../../../src/components/feedback/Announcer.tsx'
import { PreferencesView, type PreferenceChange } from '../../../src/components/preferences/PreferencesView.tsx'
import type { WorkflowPreference } from '../../../src/contract/preferences.ts'
import { createTestService } from '../../../src/testing/index.ts'
import { makePreferences } from '../../../src/testing/makePreferences.ts'
import { showInbox } from '../../regressions/showInbox.tsx'
import { user } from '../../setup/user.ts'
import { deferred } from '../deferred.ts'

const workflow = (identifier: string, fields: Partial<WorkflowPreference> = {}): WorkflowPreference => ({
  enabled: true,
  channels: { in_app: true, email: false },
  overrides: [],
  workflow: { slug: identifier, identifier, name: identifier },
  ...fields,
})
const list = (name: string) => screen.getByRole('list', { name })
const items = (name: string) =>
  within(list(name))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

describe('PreferencesView', () => {
  it('shows the channels of all workflows and of each workflow as text', () => {
    render(<PreferencesView preferences={makePreferences()} />)
    expect(items('All notifications')).toEqual(['In-app on', 'Email off', 'Push on'])
    expect(items('Comment added')).toEqual(['In-app on', 'Email off'])
    expect(items('Weekly digest')).toEqual(['In-app on'])
    expect(screen.queryByRole('switch')).toBeNull()
    expect(screen.getByRole('table', { name: 'Delivery hours' })).toBeTruthy()
  })

  it('shows which workflows are switched off or have no channels', () => {
    const { global } = makePreferences()
    render(
      <PreferencesView
        preferences={{
          global: { ...global, enabled: false },
          workflows: [workflow('news', { enabled: false }), workflow('odd', { channels: {} })],
        }}
      />,
    )
    expect(screen.getAllByText('Switched off')).toHaveLength(2)
    expect(screen.getByText('No channels to choose')).toBeTruthy()
  })

  it('mutes and describes a channel that is off for all workflows, as soon as it is switched off', async () => {
    const { global } = makePreferences()
    render(
      <PreferencesView
        preferences={{ global: { ...global, channels: { in_app: true, email: false } }, workflows: [workflow('news')] }}
        onPreferenceChange={() => {}}
      />,
    )
    const button = (name: string, channel: string) => within(list(name)).getByRole('switch', { name: channel })
    const expectMuted = (channel: string) => {
      expect(button('news', channel)).toHaveProperty('dataset.muted', '')
      expect(button('news', channel)).toHaveAccessibleDescription('news All notifications: off')
    }
    expectMuted('Email')
    expect(screen.getAllByText('Off here means off everywhere')).toHaveLength(1)
    expect(button('news', 'In-app')).not.toHaveProperty('dataset.muted')
    expect(button('news', 'In-app')).toHaveAccessibleDescription('news')

    await userEvent.click(button('All notifications', 'In-app'))
    expectMuted('In-app')
    expect(button('news', 'In-app').getAttribute('aria-checked')).toBe('true')
    expect(button('All notifications', 'In-app')).toHaveAccessibleDescription('All notifications')

    await userEvent.click(button('All notifications', 'In-app'))
    expect(button('news', 'In-app')).toHaveAccessibleDescription('news')
  })

  it.each([
    ['Asia/Tokyo', 'America/New_York', 'Asia/Tokyo'],
    [null, 'America/New_York', 'America/New York'],
    [undefined, 'America/New_York', 'America/New York'],
    ['Mars/Olympus', undefined, 'Mars/Olympus'],
  ])('in the zone %j, and the zone %j of the app, have hours in %j', (ofService, timeZone, shown) => {
    render(<PreferencesView preferences={makePreferences({ timeZone: ofService })} timeZone={timeZone} />)
    expect(screen.getByText(/^Time zone/)).toHaveTextContent(`Time zone: ${shown}`)
  })

  describe('a channel that sends only what was not read', () => {
    const mention = (fields: Partial<WorkflowPreference> = {}) =>
      makePreferences({
        global: { enabled: true, channels: { in_app: true, email: true } },
        workflows: [
          workflow('mention', {
            channels: { in_app: true, email: true, sms: false },
            onlyIf: { email: { is: 'unread', after: 3600 }, sms: { is: 'unseen', after: 0 } },
            ...fields,
          }),
        ],
      })
    const button = (row: string, channel: string) => within(list(row)).getByRole('switch', { name: channel })

    it('says so, and describes its switch', () => {
      render(<PreferencesView preferences={mention()} onPreferenceChange={() => {}} />)
      expect(items('mention')).toEqual(['In-app', 'EmailEmail: if unread after 1 hour', 'SMSSMS: if unseen'])
      expect(button('mention', 'Email')).toHaveAccessibleDescription('mention Email: if unread after 1 hour')
      expect(button('mention', 'SMS')).toHaveAccessibleDescription('mention SMS: if unseen')
      expect(button('mention', 'In-app')).toHaveAccessibleDescription('mention')
      expect(button('All notifications', 'Email')).toHaveAccessibleDescription('All notifications')
    })

    it('says so as text, also of a workflow that the reader can’t switch off', () => {
      const preferences = mention()
      const { rerender } = render(<PreferencesView preferences={preferences} />)
      expect(items('mention')[1]).toBe('Email onEmail: if unread after 1 hour')
      const { global } = preferences
      const off = { ...preferences, global: { ...global, channels: { in_app: false, email: true } } }
      rerender(<PreferencesView preferences={off} critical={['mention']} />)
      expect(items('mention')[1]).toBe('Email Always onEmail: if unread after 1 hour')
    })

    it('says nothing while the app shows no notification: what is sent depends on nothing', async () => {
      render(<PreferencesView preferences={mention()} onPreferenceChange={() => {}} />)
      const isShown = () => screen.queryByText('Email: if unread after 1 hour') !== null
      for (const row of ['mention', 'All notifications']) {
        await userEvent.click(button(row, 'In-app'))
        expect(isShown(), row).toBe(false)
        expect(button('mention', 'Email')).toHaveAccessibleDescription('mention')
        await userEvent.click(button(row, 'In-app'))
        expect(isShown(), row).toBe(true)
      }
    })

    it('describes its switch before a failure', async () => {
      const fail = () => Promise.reject(new Error('Not saved'))
      render(<PreferencesView preferences={mention()} onPreferenceChange={fail} />)
      await userEvent.click(button('mention', 'Email'))
      expect(button('mention', 'Email')).toHaveAccessibleDescription(
        'mention Email: if unread after 1 hour This could not be saved.',
      )
    })

    it('leaves no trace without a condition', () => {
      render(<PreferencesView preferences={mention({ onlyIf: undefined })} onPreferenceChange={() => {}} />)
      expect(items('mention')).toEqual(['In-app', 'Email', 'SMS'])
      expect(button('mention', 'Email')).toHaveAccessibleDescription('mention')
    })

    it.each([
      [30, '1 minute'],
      [60, '1 minute'],
      [5400, '90 minutes'],
      [7200, '2 hours'],
      [86_400, '1 day'],
      [129_600, '36 hours'],
      [604_800, '7 days'],
    ])('names the wait of %i seconds: %s', (after, words) => {
      render(<PreferencesView preferences={mention({ onlyIf: { email: { is: 'unread', after } } })} />)
      expect(screen.getByText(`Email: if unread after ${words}`)).toBeTruthy()
    })

    it('says so in an inbox, by what its service returns', async () => {
      const inbox = showInbox(createTestService({ preferences: mention() }))
      await inbox.open()
      await inbox.click('Preferences')
      expect(await screen.findByText('Email: if unread after 1 hour')).toBeTruthy()
    })
  })

  it('shows critical workflows as always on, even if others are editable', () => {
    render(
      <PreferencesView
        preferences={makePreferences({ workflows: [workflow('alert'), workflow('news')] })}
        critical={['alert']}
        onPreferenceChange={() => {}}
      />,
    )
    expect(items('alert')).toEqual(['In-app Always on', 'Email off'])
    expect(within(list('alert')).queryByRole('switch')).toBeNull()
    expect(within(list('news')).getAllByRole('switch')).toHaveLength(2)
  })

  it('shows critical workflows below the others, with one title', () => {
    render(
      <PreferencesView
        preferences={makePreferences({ workflows: [workflow('alert'), workflow('news')] })}
        critical={['alert']}
      />,
    )
    const names = screen.getAllByRole('heading').map(({ textContent }) => textContent)
    expect(names).toEqual(['Delivery hours', 'All notifications', 'news', 'Always on', 'alert'])
    expect(within(screen.getByRole('region', { name: 'Always on' })).getByRole('list', { name: 'alert' })).toBeTruthy()
  })

  it('groups by `groupOf`, and marks critical workflows in any group', () => {
    render(
      <PreferencesView
        preferences={makePreferences({ workflows: ['a-1', 'b-1', 'loose', 'a-2'].map((name) => workflow(name)) })}
        critical={['a-2']}
        groupOf={({ identifier }) => (identifier.includes('-') ? identifier.slice(0, 1).toUpperCase() : undefined)}
      />,
    )
    const headings = screen.getAllByRole('heading').map(({ tagName, textContent }) => `${tagName} ${textContent}`)
    expect(headings.slice(2)).toEqual(['H3 loose', 'H3 A', 'H4 a-1', 'H4 a-2', 'H3 B', 'H4 b-1'])
    expect(screen.getByText('Always on', { selector: '.tidings-preference-note' })).toBeTruthy()
  })

  describe('search', () => {
    const many = ['Café menu', 'Comments', 'Mentions', 'Invoices', 'Digest', 'Sign-in', 'Parcels', 'Plans', 'Due dates']
    const show = (names: string[]) =>
      render(
        <Announcer>
          <PreferencesView
            preferences={makePreferences({
              workflows: names.map((name) => workflow(name, name === 'Digest' ? { channels: { sms: true } } : {})),
            })}
            groupOf={({ name }) => (name === 'Invoices' ? 'Billing' : undefined)}
          />
        </Announcer>,
      )
    const field = () => screen.getByRole('searchbox', { name: 'Search notifications' })
    const found = () => many.filter((name) => screen.queryByRole('heading', { name }))

    it('shows only for many workflows', () => {
      show(many.slice(0, 8))
      expect(screen.queryByRole('searchbox')).toBeNull()
    })

    it.each([
      ['CAFE', ['Café menu']],
      ['billing', ['Invoices']],
      ['sms', ['Digest']],
      ['email me', ['Café menu', 'Comments', 'Mentions']],
      ['nothing like it', []],
      ['   ', many],
    ])('finds by name, group and channel, without case and accents: "%s"', async (query, expected) => {
      show(many)
      await userEvent.type(field(), query)
      expect(found()).toEqual(expected)
    })

    it('announces the number of results when typing pauses', async () => {
      vi.useFakeTimers()
      show(many)
      await user().type(field(), 'me')
      expect(screen.getByRole('status').textContent).toBe('')
      act(() => void vi.advanceTimersByTime(600))
      expect(screen.getByRole('status').textContent).toBe('3 found')
      vi.useRealTimers()
    })

    it('is cleared by Escape before any element around it gets the key', async () => {
      const onKeyDown = vi.fn()
      render(
        <div onKeyDown={onKeyDown}>
          <PreferencesView preferences={makePreferences({ workflows: many.map((name) => workflow(name)) })} />
        </div>,
      )
      await userEvent.type(field(), 'x')
      onKeyDown.mockClear()
      await userEvent.keyboard('{Escape}')
      expect(field()).toHaveValue('')
      expect(onKeyDown).not.toHaveBeenCalled()
      await userEvent.keyboard('{Escape}')
      expect(onKeyDown).toHaveBeenCalledOnce()
    })
  })

  it('shows its states', async () => {
    const onRetry = vi.fn()
    const { rerender } = render(<PreferencesView status="loading" />)
    expect(screen.getByRole('group', { name: 'Preferences' }).getAttribute('aria-busy')).toBe('true')
    rerender(<PreferencesView status="error" onRetry={onRetry} />)
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(onRetry).toHaveBeenCalledOnce()
    rerender(<PreferencesView status="error" preferences={makePreferences()} onRetry={onRetry} />)
    expect(list('All notifications')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    // The button had the focus.
    expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Preferences' }))
  })

  describe('with onPreferenceChange', () => {
    const mount = (onPreferenceChange: (change: PreferenceChange) => unknown) => {
      const view = (email: boolean) => (
        <PreferencesView
          preferences={makePreferences({ workflows: [workflow('news', { channels: { in_app: true, email } })] })}
          onPreferenceChange={onPreferenceChange}
        />
      )
      const { rerender } = render(view(false), { wrapper: Announcer })
      return {
        email: () => within(list('news')).getByRole('switch', { name: 'Email' }),
        update: (on: boolean) => rerender(view(on)),
      }
    }
    const isOn = (element: Element) => element.getAttribute('aria-checked') === 'true'

    it('calls it with the switched channel, and shows the new state at once', async () => {
      const { promise, resolve } = deferred()
      const onChange = vi.fn(() => promise)
      const { email, update } = mount(onChange)
      await userEvent.click(email())
      expect(isOn(email())).toBe(true)
      expect(onChange).toHaveBeenCalledExactlyOnceWith({
        workflow: { slug: 'news', identifier: 'news', name: 'news' },
        channel: 'email',
        enabled: true,
      })
      await act(async () => resolve())
      expect(isOn(email())).toBe(true)
      update(true)
      expect(isOn(email())).toBe(true)
      await userEvent.click(email())
      expect(onChange).toHaveBeenLastCalledWith(expect.objectContaining({ enabled: false }))
    })

    it.each([
      ['rejects', () => Promise.reject(new Error('Not saved'))],
      [
        'throws',
        () => {
          throw new Error('Not saved')
        },
      ],
    ])('reverts and shows the failure if the app %s', async (_how, onChange) => {
      const { email } = mount(onChange)
      await userEvent.click(email())
      expect(isOn(email())).toBe(false)
      expect(screen.getByRole('status').textContent).toBe('This could not be saved.')
    })

    it('queues a change behind the one being saved', async () => {
      const { promise, resolve } = deferred()
      const onChange = vi.fn<(change: PreferenceChange) => unknown>().mockImplementationOnce(() => promise)
      const { email } = mount(onChange)
      await userEvent.click(email())
      await userEvent.click(email())
      expect(isOn(email())).toBe(false)
      expect(onChange).toHaveBeenCalledOnce()
      await act(async () => resolve())
      expect(isOn(email())).toBe(false)
      expect(onChange.mock.calls.map(([{ enabled }]) => enabled)).toEqual([true, false])
    })

    it('shows the change being saved when the view mounts again', async () => {
      const { promise, resolve } = deferred()
      const edits = createPreferenceEdits()
      const Subject = ({ isShown }: { isShown: boolean }) => (
        <PreferenceEditsProvider value={edits}>
          {isShown && (
            <PreferencesView
              preferences={makePreferences({ workflows: [workflow('news')] })}
              onPreferenceChange={() => promise}
            />
          )}
        </PreferenceEditsProvider>
      )
      const { rerender } = render(<Subject isShown />)
      const email = () => within(list('news')).getByRole('switch', { name: 'Email' })
      await userEvent.click(email())
      rerender(<Subject isShown={false} />)
      rerender(<Subject isShown />)
      expect(isOn(email())).toBe(true)
      rerender(<Subject isShown={false} />)
      await act(async () => resolve())
      rerender(<Subject isShown />)
      expect(isOn(email())).toBe(true)
      expect(
        within(list('All notifications')).getByRole('switch', { name: 'Email' }).getAttribute('aria-checked'),
      ).toBe('false')
    })

    it('shows a later change of another device', async () => {
      vi.useFakeTimers({ toFake: ['Date'] })
      const preferences = makePreferences()
      const inbox = showInbox(createTestService({ preferences }), {
        onPreferenceChange: async ({ channel, enabled }) => void (preferences.global.channels[channel] = enabled),
      })
      const email = () => within(list('All notifications')).getByRole('switch', { name: 'Email' })
      const openPreferences = async () => {
        await inbox.open()
        await inbox.click('Preferences')
        await screen.findByRole('list', { name: 'All notifications' })
      }
      await openPreferences()
      const before = isOn(email())
      await userEvent.click(email())
      expect(isOn(email())).toBe(!before)

      preferences.global.channels.email = before
      await userEvent.keyboard('{Escape}{Escape}')
      vi.setSystemTime(Date.now() + 60_000)
      await openPreferences()
      await vi.waitFor(() => expect(isOn(email())).toBe(before))
      vi.useRealTimers()
    })

    it('can switch back before a save settles', async () => {
      const onChange = vi.fn()
      const { email } = mount(onChange)
      await userEvent.click(email())
      await userEvent.click(email())
      expect(onChange).toHaveBeenLastCalledWith(expect.objectContaining({ enabled: false }))
      expect(isOn(email())).toBe(false)
    })

    it('follows the saved state, whatever was pressed before', async () => {
      const { email, update } = mount(() => {})
      await userEvent.click(email())
      update(true)
      update(false)
      expect(isOn(email())).toBe(false)
    })
  })
})

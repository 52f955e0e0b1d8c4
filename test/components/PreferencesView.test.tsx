import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { Announcer } from '../../src/components/Announcer.tsx'
import { PreferencesView, type PreferenceChange } from '../../src/components/PreferencesView.tsx'
import type { WorkflowPreference } from '../../src/contract/preferences.ts'
import { makePreferences } from '../../src/testing/makePreferences.ts'
import { deferred } from './deferred.ts'

const workflow = (identifier: string, fields: Partial<WorkflowPreference> = {}): WorkflowPreference => ({
  enabled: true,
  channels: { in_app: true, email: false },
  overrides: [],
  workflow: { slug: identifier, identifier, name: identifier },
  ...fields,
})
const list = (name: string) => screen.getByRole('list', { name })
const items = (name: string) => within(list(name)).getAllByRole('listitem').map(({ textContent }) => textContent)

describe('PreferencesView', () => {
  it('shows the channels of all workflows and of each, in words', () => {
    render(<PreferencesView preferences={makePreferences()} />)
    expect(items('All notifications')).toEqual(['In-app on', 'Email off', 'Push on'])
    expect(items('Comment added')).toEqual(['In-app on', 'Email off'])
    expect(items('Weekly digest')).toEqual(['In-app on'])
    expect(screen.queryByRole('switch')).toBeNull()
    expect(screen.getByRole('table', { name: 'Delivery hours' })).toBeTruthy()
  })

  it('says what is switched off as a whole, and what has no channels', () => {
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

  it('shows critical workflows as always on, also when the others can be switched', () => {
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
  })

  describe('with a host that saves', () => {
    const mount = (onPreferenceChange: (change: PreferenceChange) => unknown) => {
      const view = (email: boolean) => (
        <PreferencesView
          preferences={makePreferences({ workflows: [workflow('news', { channels: { in_app: true, email } })] })}
          onPreferenceChange={onPreferenceChange}
        />
      )
      const { rerender } = render(view(false), { wrapper: Announcer })
      return { email: () => within(list('news')).getByRole('switch', { name: 'Email' }), update: (on: boolean) => rerender(view(on)) }
    }
    const isOn = (element: Element) => element.getAttribute('aria-checked') === 'true'

    it('says what was switched, and shows it at once', async () => {
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
      await userEvent.click(email())
      expect(onChange).toHaveBeenCalledOnce()
      await act(async () => resolve())
      expect(isOn(email())).toBe(true)
      update(true)
      expect(isOn(email())).toBe(true)
      await userEvent.click(email())
      expect(onChange).toHaveBeenLastCalledWith(expect.objectContaining({ enabled: false }))
    })

    it.each([
      ['rejects', () => Promise.reject(new Error('Not saved'))],
      ['throws', () => { throw new Error('Not saved') }],
    ])('turns back when the host %s, and says so', async (_how, onChange) => {
      const { email } = mount(onChange)
      await userEvent.click(email())
      expect(isOn(email())).toBe(false)
      expect(screen.getByRole('status').textContent).toBe('This could not be saved.')
    })

    it('can be turned back before the host has told what it saved', async () => {
      const onChange = vi.fn()
      const { email } = mount(onChange)
      await userEvent.click(email())
      await userEvent.click(email())
      expect(onChange).toHaveBeenLastCalledWith(expect.objectContaining({ enabled: false }))
      expect(isOn(email())).toBe(false)
    })

    it('follows what is known to be saved, whatever was pressed before', async () => {
      const { email, update } = mount(() => {})
      await userEvent.click(email())
      update(true)
      update(false)
      expect(isOn(email())).toBe(false)
    })
  })
})

import { onlineManager, QueryClient } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createInboxClient } from '../../../src/client/index.ts'
import type { InboxProps } from '../../../src/index.ts'
import {
  createTestService,
  inboxProps,
  makeNotification,
  makePreferences,
  type TestService,
} from '../../../src/testing/index.ts'
import { showInbox } from '../../regressions/showInbox.tsx'

const createFilledService = () => createTestService({ notifications: [makeNotification(0)] })

const openPreferences = async (service: TestService, props: Partial<InboxProps> = {}) => {
  const inbox = showInbox(service, { locale: 'en-GB', ...props })
  const open = async () => {
    await inbox.open()
    await inbox.click('Preferences')
    await screen.findByRole('list', { name: 'All notifications' })
  }
  await open()
  const reopen = async () => {
    await userEvent.keyboard('{Escape}{Escape}')
    await open()
  }
  return { ...inbox, reopen }
}
const channel = (name: string, list = 'All notifications') =>
  within(screen.getByRole('list', { name: list })).getByRole('switch', { name })
const saved = (service: TestService) => service.requestsOf('updatePreferences').map(({ body }) => body)

afterEach(() => act(() => onlineManager.setOnline(true)))

describe('the preferences of <Inbox>', () => {
  it('save a channel of all workflows, a channel of one workflow and the delivery hours', async () => {
    const service = createFilledService()
    const inbox = await openPreferences(service)
    expect(channel('Email')).not.toBeChecked()
    await userEvent.click(channel('Email'))
    expect(channel('Email')).toBeChecked()
    await userEvent.click(channel('In-app', 'Comment added'))
    await userEvent.click(screen.getByRole('button', { name: 'Edit' }))
    await userEvent.click(screen.getByRole('switch', { name: 'Saturday' }))
    await waitFor(() => expect(saved(service)).toHaveLength(3))
    expect(saved(service)).toEqual([
      { channels: { email: true } },
      { channels: { in_app: false }, workflowId: 'comment-added' },
      { schedule: { isEnabled: true, weeklySchedule: expect.objectContaining({ saturday: expect.any(Object) }) } },
    ])

    inbox.unmount()
    await openPreferences(service)
    expect(channel('Email')).toBeChecked()
    expect(channel('In-app', 'Comment added')).not.toBeChecked()
    expect(screen.getByRole('row', { name: /^Sat/ })).toBeVisible()
  })

  describe('have delivery hours in one time zone', () => {
    const arrange = (timeZone?: string | null) => {
      const preferences = makePreferences({ timeZone })
      const global = { ...preferences.global, schedule: { isEnabled: false } }
      return createTestService({ notifications: [makeNotification(0)], preferences: { ...preferences, global } })
    }
    const zone = () => screen.queryByText(/^Time zone/)?.textContent
    const enableHours = async () => {
      await userEvent.click(screen.getByRole('button', { name: 'Edit' }))
      await userEvent.click(screen.getByRole('switch', { name: 'Deliver only at these hours' }))
    }
    const [newYork, tokyo] = ['America/New_York', 'Asia/Tokyo']
    const schedule = expect.objectContaining({ isEnabled: true })

    it('that of the app or browser, which the service then has for each device', async () => {
      const service = arrange(null)
      const inbox = await openPreferences(service, { timeZone: newYork })
      expect(zone()).toBeUndefined()
      const release = service.hold('updatePreferences')
      await enableHours()
      expect(zone()).toBe('Time zone: America/New York')
      const loaded = service.requestsOf('getPreferences').length
      release()
      await waitFor(() => expect(service.requestsOf('getPreferences').length).toBeGreaterThan(loaded))
      await userEvent.click(screen.getByRole('switch', { name: 'Saturday' }))
      await waitFor(() => expect(saved(service)).toEqual([{ schedule, timeZone: newYork }, { schedule }]))
      expect(zone()).toBe('Time zone: America/New York')

      inbox.unmount()
      await openPreferences(service, { timeZone: tokyo })
      expect(zone()).toBe('Time zone: America/New York')
    })

    it('that of the browser without one of the app', async () => {
      const service = arrange(null)
      await openPreferences(service)
      await enableHours()
      const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
      await waitFor(() => expect(saved(service)).toEqual([{ schedule, timeZone }]))
    })

    it.each([
      [tokyo, 'Asia/Tokyo'],
      [undefined, 'America/New York'],
    ])('that of a service which says %j, and gets none', async (ofService, shown) => {
      const service = arrange(ofService)
      await openPreferences(service, { timeZone: newYork })
      await enableHours()
      expect(zone()).toBe(`Time zone: ${shown}`)
      await waitFor(() => expect(saved(service)).toEqual([{ schedule }]))
    })
  })

  it('revert a change that the service refuses, and report why', async () => {
    const service = createFilledService()
    const onError = vi.fn<(error: Error) => void>()
    await openPreferences(service, { onError })
    service.fail('updatePreferences', { status: 400 })
    await userEvent.click(channel('Email'))
    expect(await screen.findByText('This could not be saved.', { selector: 'span' })).toBeVisible()
    expect(channel('Email')).not.toBeChecked()
    expect(onError.mock.calls.map(([error]) => error.message)).toEqual([
      expect.stringMatching(/^updatePreferences: the service returned 400/),
    ])
  })

  it('show the last choice of a channel that was switched twice, however late they are refetched', async () => {
    const service = createFilledService()
    const queryClient = new QueryClient()
    await openPreferences(service, { queryClient })
    const loaded = service.requestsOf('getPreferences').length
    const releaseFirst = service.hold('updatePreferences')
    await userEvent.click(channel('Email'))
    await userEvent.click(channel('Email'))
    releaseFirst()
    const releaseSecond = service.hold('updatePreferences')
    await waitFor(() => expect(saved(service)).toHaveLength(2))
    // The refetch after the first save returns what the second one changes.
    await waitFor(() => expect(service.requestsOf('getPreferences').length).toBeGreaterThan(loaded))
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    const releaseRefetch = service.hold('getPreferences')
    releaseSecond()
    await waitFor(() => expect(channel('Email')).not.toHaveAttribute('data-saving'))
    expect(channel('Email')).not.toBeChecked()
    await act(async () => releaseRefetch())
    expect(channel('Email')).not.toBeChecked()
  })

  it('wait for the network, and are saved in their order when it returns', async () => {
    const service = createFilledService()
    await openPreferences(service)
    act(() => onlineManager.setOnline(false))
    expect(screen.getAllByText('Offline. Changes will be sent later.')[0]).toBeVisible()
    await userEvent.click(channel('Email'))
    await userEvent.click(screen.getByRole('button', { name: 'Edit' }))
    await userEvent.click(screen.getByRole('switch', { name: 'Saturday' }))
    expect(channel('Email')).toBeChecked()
    expect(saved(service)).toEqual([])
    act(() => onlineManager.setOnline(true))
    await waitFor(() =>
      expect(saved(service)).toEqual([{ channels: { email: true } }, { schedule: expect.any(Object) }]),
    )
    expect(channel('Email')).toBeChecked()
  })

  it('are sent again if the network is lost during the request', async () => {
    const service = createFilledService()
    let isLost = false
    const fetch: InboxProps['fetch'] = (url, init) => {
      if (init?.method !== 'PATCH' || isLost) return service.fetch(url, init)
      isLost = true
      onlineManager.setOnline(false)
      return Promise.reject(new TypeError('Failed to fetch'))
    }
    await openPreferences(service, { fetch, retry: false })
    await userEvent.click(channel('Email'))
    await screen.findAllByText('Offline. Changes will be sent later.')
    act(() => onlineManager.setOnline(true))
    await waitFor(() => expect(saved(service)).toEqual([{ channels: { email: true } }]))
    expect(channel('Email')).toBeChecked()
  })

  it.each([404, 405, 501])('are text from the next opening on if the service responds with %i', async (status) => {
    const service = createFilledService()
    const { reopen } = await openPreferences(service)
    service.fail('updatePreferences', { status })
    await userEvent.click(channel('Email'))
    await screen.findByText('This could not be saved.', { selector: 'span' })
    await reopen()
    expect(screen.queryByRole('switch')).toBeNull()
    expect(within(screen.getByRole('list', { name: 'All notifications' })).getByText(/Email/)).toBeVisible()
  })

  it('are not sent for a subscriber who has left', async () => {
    const service = createFilledService()
    const inbox = await openPreferences(service)
    act(() => onlineManager.setOnline(false))
    await userEvent.click(channel('Email'))
    inbox.change({ subscriberId: 'ben' })
    await act(async () => undefined)
    act(() => onlineManager.setOnline(true))
    await waitFor(() => expect(service.requests.map(({ subscriberId }) => subscriberId)).toContain('ben'))
    expect(saved(service)).toEqual([])
  })

  it('are saved by the handlers of the app alone', async () => {
    const service = createFilledService()
    const onPreferenceChange = vi.fn<NonNullable<InboxProps['onPreferenceChange']>>()
    await openPreferences(service, { onPreferenceChange })
    await userEvent.click(channel('Email'))
    expect(onPreferenceChange).toHaveBeenCalledWith({ workflow: undefined, channel: 'email', enabled: true })
    expect(screen.queryByRole('switch', { name: 'Saturday' })).toBeNull()
    expect(saved(service)).toEqual([])
  })

  it('are loaded and saved by the client of the app', async () => {
    const service = createFilledService()
    const { subscriberId, ...options } = inboxProps(service)
    const own = createInboxClient(options)
    let preferences = await own.getPreferences(subscriberId ?? '', { criticality: 'all' })
    const client = {
      ...own,
      getPreferences: () => Promise.resolve(preferences),
      updatePreferences: (_: string, { channels = {} }: Parameters<typeof own.updatePreferences>[1]) => {
        const { global } = preferences
        preferences = { ...preferences, global: { ...global, channels: { ...global.channels, ...channels } } }
        return Promise.resolve(preferences)
      },
    }
    const inbox = await openPreferences(service, { client })
    await userEvent.click(channel('Email'))
    inbox.unmount()
    await openPreferences(service, { client })
    expect(channel('Email')).toBeChecked()
    expect(service.requestsOf('updatePreferences')).toHaveLength(0)
  })

  it('are text with preferences="read"', async () => {
    const service = createFilledService()
    await openPreferences(service, { preferences: 'read', onPreferenceChange: vi.fn<() => void>() })
    const list = within(screen.getByRole('list', { name: 'All notifications' }))
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toContain('In-app on')
    expect(screen.queryByRole('switch')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
  })

  it('are missing with preferences="none", and so are the ways to them', async () => {
    const inbox = showInbox(createTestService({ notifications: [] }), { preferences: 'none' })
    await inbox.open()
    await screen.findByText('No notifications yet')
    expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.title)).toEqual([
      'Notifications',
      'Mark all as read',
      'More',
      'Close',
    ])
    await userEvent.keyboard('gp')
    expect(screen.queryByRole('heading', { name: 'Preferences' })).toBeNull()
    await userEvent.keyboard('?')
    expect(screen.getByRole('dialog', { name: 'Keyboard shortcuts' })).not.toHaveTextContent('Preferences')
  })
})

import { onlineManager } from '@tanstack/react-query'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { StrictMode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { InboxDevtools, type InboxDevtoolsProps } from '../../src/devtools/index.ts'
import { Inbox, type InboxProps } from '../../src/index.ts'
import { createTestService, inboxProps, makeNotification, makeNotifications } from '../../src/testing/index.ts'
import { inboxIn } from '../../src/testing/react.ts'
import { createFakeBrowser } from '../hooks/fakeBrowser.ts'

afterEach(() => onlineManager.setOnline(true))

interface Options extends Partial<Omit<InboxProps, 'live'>>, InboxDevtoolsProps {
  live?: boolean
}

const open = async ({ onSendTestItem, live = false, ...props }: Options = {}) => {
  const service = createTestService({ notifications: makeNotifications(2), live })
  const view = render(
    <StrictMode>
      <Inbox {...inboxProps(service)} {...props}>
        <InboxDevtools defaultOpen onSendTestItem={onSendTestItem} />
      </Inbox>
    </StrictMode>,
  )
  const devtools = await screen.findByRole('complementary', { name: 'tidings devtools' })
  const inbox = inboxIn(view.container)
  await waitFor(() => expect(inbox.count()).toBe(2))
  const table = (name: string) => within(devtools).getByRole('table', { name })
  const click = (name: string) => userEvent.click(within(devtools).getByRole('button', { name }))
  return { service, inbox, devtools, table, click, unmount: view.unmount }
}

describe('<InboxDevtools>', () => {
  it('shows requests from the first one, cached pages, and polling', async () => {
    const { table } = await open()
    expect(table('Requests')).toHaveTextContent(/GET notifications\/feed\?limit=20.*200\d+ ms/)
    await waitFor(() => expect(table('Pages')).toHaveTextContent('countseen: false2 of 2'))
    expect(table('Polling')).toHaveTextContent('count, seen: false')
  })

  it('shows a pending, a failed and a settled mark', async () => {
    const { service, inbox, table } = await open()
    await inbox.open()
    const release = service.hold('markAs')
    await inbox.toggleRead('n1')
    await waitFor(() => expect(table('Marks')).toHaveTextContent('readn1sending'))
    release()
    await waitFor(() => expect(table('Marks')).toHaveTextContent('read, seenn1settled'))
    service.fail('markAs', { status: 422 })
    await inbox.toggleRead('n0')
    await waitFor(() => expect(table('Marks')).toHaveTextContent('readn0failed: HttpError'))
  })

  it('goes offline, pauses marks, and sends them when it is online again', async () => {
    const { service, inbox, table, click } = await open()
    await inbox.open()
    await click('Offline')
    expect(onlineManager.isOnline()).toBe(false)
    await inbox.toggleRead('n1')
    await waitFor(() => expect(table('Marks')).toHaveTextContent('readn1paused'))
    expect(service.requestsOf('markAs')).toEqual([])
    await click('Offline')
    await waitFor(() => expect(service.requestsOf('markAs')).toHaveLength(1))
  })

  it('goes online when it unmounts', async () => {
    const { click, unmount } = await open()
    await click('Offline')
    unmount()
    expect(onlineManager.isOnline()).toBe(true)
  })

  it('fails only the next request', async () => {
    const onError = vi.fn()
    // Retries are on: the injected failure must not be retried, or nobody would see it.
    const { inbox, service, table, click } = await open({ onError, retry: {} })
    await inbox.open()
    await click('Fail the next request')
    await inbox.toggleRead('n1')
    await waitFor(() => expect(onError).toHaveBeenCalledWith(expect.objectContaining({ status: 500 })))
    await waitFor(() => expect(inbox.isUnread('n1')).toBe(true))
    expect(service.requestsOf('markAs')).toEqual([])
    expect(table('Requests')).toHaveTextContent('POST messages/mark-as500')
    await inbox.toggleRead('n0')
    await waitFor(() => expect(service.done.map(({ operation }) => operation)).toContain('markAs'))
  })

  it('leaves the panel of the inbox open when it is pressed', async () => {
    const { inbox, click } = await open()
    await inbox.open()
    await click('Send a test item')
    expect(screen.getByRole('dialog', { name: 'Notifications' })).toBeVisible()
  })

  it('renders nothing without an inspector, as in a production build of the inbox', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    const service = createTestService()
    render(
      <Inbox {...inboxProps(service)}>
        <InboxDevtools />
      </Inbox>,
    )
    await waitFor(() => expect(service.requests).toHaveLength(1))
    expect(screen.queryByRole('complementary')).toBeNull()
    vi.unstubAllEnvs()
  })

  it('closes with Escape, opens with its button, and passes axe', async () => {
    const { devtools } = await open()
    const { violations } = await axe.run(devtools, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(({ id }) => id)).toEqual([])
    const button = within(devtools).getByRole('button', { name: 'tidings devtools' })
    within(devtools).getByRole('button', { name: 'Offline' }).focus()
    await userEvent.keyboard('{Escape}')
    expect(button).toHaveFocus()
    expect(within(devtools).queryByRole('table')).toBeNull()
    await userEvent.click(button)
    expect(button).toHaveAttribute('aria-expanded', 'true')
  })
})

describe('the stream of hints', () => {
  const status = 'StatusStreamTabCoversHintsNext attempt'

  it('is shown with its hints', async () => {
    const { service, inbox, table } = await open({ live: true })
    await waitFor(() => expect(table('Live')).toHaveTextContent(/live\S+this tabevery change0$/))
    expect(table('Live').textContent).toContain(service.live.requests.at(-1)?.headers.get('tidings-stream'))
    service.add(makeNotification(2))
    await waitFor(() => expect(table('Live')).toHaveTextContent(/this tabevery change1, last/))
    await waitFor(() => expect(inbox.count()).toBe(3))
    act(() => service.live.setComplete(false))
    await waitFor(() => expect(table('Live')).toHaveTextContent('some changes'))
  })

  it('reconnects after it was cut, and is listed with the reason', async () => {
    const { service, table, click } = await open({ live: true })
    await waitFor(() => expect(service.live.streams).toBe(1))
    await click('Cut the stream')
    await waitFor(() => expect(table('Ended streams')).toHaveTextContent('Devtools cut this stream.'))
    await waitFor(() => expect(table('Live')).toHaveTextContent(/live\S+this tab/))
    act(() => service.live.cut())
    await waitFor(() => expect(table('Ended streams')).toHaveTextContent('NetworkError'))
    // Two failures in a row: the next attempt is about half a minute later.
    expect(table('Live')).toHaveTextContent(/pollingnonenone0within 2\d s$/)
  })

  it('shows that it is refused, and when it is requested again', async () => {
    const service = createTestService({ notifications: makeNotifications(2), live: true })
    service.live.fail({ status: 403 }, Infinity)
    const { table } = await open({ ...inboxProps(service) })
    await waitFor(() => expect(table('Ended streams')).toHaveTextContent('status 403never opened'))
    await waitFor(() => expect(table('Live')).toHaveTextContent(`${status}pollingnonenone0after the next response`))
  })

  it('ends with Offline, and reconnects with it', async () => {
    const { service, table, click } = await open({ live: true })
    await waitFor(() => expect(service.live.streams).toBe(1))
    await click('Offline')
    await waitFor(() => expect(service.live.streams).toBe(0))
    await waitFor(() => expect(table('Live')).toHaveTextContent(`${status}offline`))
    await click('Offline')
    await waitFor(() => expect(table('Live')).toHaveTextContent(`${status}live`))
  })

  it('belongs to one tab, and the others show its hints, until it is hidden', async () => {
    const service = createTestService({ notifications: makeNotifications(2), live: true })
    const { openPage } = createFakeBrowser()
    const openTab = async () => {
      let isVisible = true
      let onChange = () => {}
      const props = inboxProps(service)
      const visibility = {
        isVisible: () => isVisible,
        subscribe: (listener: () => void) => {
          onChange = listener
          return () => {}
        },
      }
      const environment = { ...props.environment, ...openPage().environment, visibility }
      const before = screen.queryAllByRole('table', { name: 'Live' }).length
      render(
        <Inbox {...props} environment={environment}>
          <InboxDevtools defaultOpen />
        </Inbox>,
      )
      const table = async (name: string) => (await screen.findAllByRole('table', { name }))[before]
      await waitFor(() => expect(screen.getAllByRole('table', { name: 'Live' })).toHaveLength(before + 1))
      const hide = () => {
        isVisible = false
        onChange()
      }
      return { live: await table('Live'), ended: await table('Ended streams'), hide }
    }
    const first = await openTab()
    await waitFor(() => expect(first.live).toHaveTextContent(/live\S+this tab/))
    const second = await openTab()
    await waitFor(() => expect(second.live).toHaveTextContent(/live\S+another tab/))
    service.live.hint()
    await waitFor(() => expect(first.live).toHaveTextContent('1, last'))
    await waitFor(() => expect(second.live).toHaveTextContent('1, last'))
    act(() => first.hide())
    await waitFor(() => expect(second.live).toHaveTextContent(/live\S+this tab/))
    await waitFor(() => expect(first.live).toHaveTextContent(/live\S+another tab/))
    expect(first.ended).toHaveTextContent('released by this tab')
  })

  it('is polled for without one', async () => {
    const { table } = await open()
    expect(table('Live')).toHaveTextContent(`${status}pollingnonenone0`)
    expect(table('Ended streams')).toHaveTextContent('No stream of this tab has ended.')
  })
})

describe('a test notification', () => {
  it('arrives only in this browser page, and can be marked', async () => {
    const { service, inbox, click } = await open()
    await click('Send a test item')
    await waitFor(() => expect(inbox.count()).toBe(3))
    await inbox.open()
    const [id = ''] = inbox.ids()
    expect(inbox.row(id)).toHaveTextContent('Test item 1')
    expect(inbox.row(id)).toHaveTextContent('exists only in this browser page')
    await inbox.toggleRead(id)
    await inbox.toggleRead('n1')
    await waitFor(() => expect(service.requestsOf('markAs').at(-1)?.body).toMatchObject({ messageId: ['n1'] }))
    await inbox.chooseTab('Unread')
    await waitFor(() => expect(inbox.ids()).toEqual(['n0']))
    await inbox.chooseTab('All')
    await waitFor(() => expect(inbox.ids()).toEqual([id, 'n1', 'n0']))
    expect(service.notifications()).toHaveLength(2)
  })

  it('is sent by the host app if it passes onSendTestItem', async () => {
    let service: ReturnType<typeof createTestService> | undefined
    const onSendTestItem = vi.fn(async () => service?.add(makeNotification(2)))
    const opened = await open({ onSendTestItem })
    service = opened.service
    await opened.click('Send a test item')
    await waitFor(() => expect(opened.inbox.count()).toBe(3))
    expect(onSendTestItem).toHaveBeenCalledOnce()
  })

  it('reports the error if the host app fails to send it', async () => {
    const onError = vi.fn()
    const { click } = await open({ onError, onSendTestItem: () => Promise.reject(new Error('No workflow.')) })
    await click('Send a test item')
    await waitFor(() => expect(onError).toHaveBeenCalledWith(expect.objectContaining({ message: 'No workflow.' })))
  })
})

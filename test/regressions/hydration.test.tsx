import { act, waitFor, within } from '@testing-library/react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { Inbox, InboxPage } from '../../src/index.ts'
import { createTestService, inboxProps, makeNotifications } from '../../src/testing/index.ts'

it('the browser hydrates the server’s HTML without changes, and then becomes interactive', async () => {
  const service = createTestService({ notifications: makeNotifications(3) })
  const inbox = (
    <Inbox
      subscriberId="ada"
      baseUrl="/api/inbox"
      fetch={service.fetch}
      environment={{ openBroadcast: () => undefined }}
    />
  )
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = renderToString(inbox)
  const bell = within(container).getByRole('button', { name: 'Notifications' })
  const onRecoverableError = vi.fn()
  // React only logs attributes that differ.
  const complain = vi.spyOn(console, 'error')
  const root = await act(async () => hydrateRoot(container, inbox, { onRecoverableError }))
  await waitFor(() => expect(bell).toHaveAccessibleName('Notifications, 3 new'))
  expect(onRecoverableError).not.toHaveBeenCalled()
  expect(complain).not.toHaveBeenCalled()
  expect(within(container).getByRole('button')).toBe(bell)
  act(() => root.unmount())
  container.remove()
})

it('the inboxes of two islands repeat no id', async () => {
  const roots: Root[] = []
  const islands = ['ada', 'grace'].map(() => document.body.appendChild(document.createElement('div')))
  for (const island of islands) {
    const inbox = <InboxPage {...inboxProps(createTestService({ notifications: makeNotifications(3) }))} />
    island.innerHTML = renderToString(inbox)
    // oxlint-disable-next-line no-await-in-loop -- React can't await two calls of `act` at once
    roots.push(await act(async () => hydrateRoot(island, inbox)))
  }
  await waitFor(() => expect(document.querySelectorAll('[role=article]')).toHaveLength(6))
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
  expect(ids.length).toBeGreaterThan(12)
  expect(ids.filter((id, index) => ids.indexOf(id) < index)).toEqual([])
  act(() => roots.forEach((root) => root.unmount()))
  islands.forEach((island) => island.remove())
})

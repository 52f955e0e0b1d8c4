import { act, waitFor, within } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { Inbox } from '../../src/index.ts'
import { createTestService, makeNotifications } from '../../src/testing/index.ts'

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

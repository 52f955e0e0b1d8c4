import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { Inbox } from '../../src/index.ts'
import { createTestService, makeNotifications } from '../../src/testing/index.ts'

afterEach(async () => {
  // The element cleans up in a microtask, which needs the document.
  await act(async () => document.querySelector('tidings-inbox')?.remove())
  vi.unstubAllGlobals()
})

it('the element has the panel’s styles if the app opened an <Inbox> before it loads the element', async () => {
  const sheets: string[] = []
  vi.stubGlobal(
    'CSSStyleSheet',
    class {
      replaceSync(css: string) {
        sheets.push(css)
      }
    },
  )
  const service = createTestService({ notifications: makeNotifications(2) })
  vi.stubGlobal('fetch', service.fetch)
  render(<Inbox subscriberId="ada" baseUrl="/api/inbox" />)
  await userEvent.click(await screen.findByRole('button', { name: 'Notifications, 2 new' }))
  await screen.findAllByRole('article')

  await import('../../src/element/index.ts')
  document.body.append(document.createElement('tidings-inbox'))
  await act(() => vi.dynamicImportSettled())
  expect(sheets).toHaveLength(2)
  expect(sheets[0]).not.toContain('.tidings-item-title')
  expect(sheets[1]).toContain('.tidings-item-title')
})

import { configure, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { createTestService, makeNotification, makePreferences, type TestService } from '../../src/testing/index.ts'
import { loadRecipe } from './loadRecipe.ts'

// Lazy parts take time on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

const others = vi.fn<(url: string) => void>()

/** Replaces the page's `fetch`, because examples pass none. Requests outside of the inbox succeed. */
const serve = (): TestService => {
  const service = createTestService({
    notifications: [
      makeNotification(1, {
        subject: 'Bill',
        templateIdentifier: 'invoice',
        tags: ['billing'],
        payload: { project: 'Alpha' },
        cta: { type: 'redirect', data: { url: '/bills/1' } },
      }),
      makeNotification(2, {
        subject: 'Comment',
        templateIdentifier: 'comment',
        tags: [],
        payload: { project: 'Beta' },
        cta: {
          type: 'redirect',
          data: { url: '/posts/1' },
          action: {
            status: 'pending',
            buttons: [{ type: 'primary', content: 'Accept', resultContent: 'Joined' }],
          },
        },
      }),
    ],
    preferences: makePreferences(),
  })
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    if (url.includes('/api/inbox')) return service.fetch(url, init)
    others(url)
    return Promise.resolve(new Response(''))
  })
  return service
}

const pageOf = (product: string) => `docs/migration/${product}.md`
const article = (name: RegExp) => screen.findByRole('article', { name })
const press = async (name: string | RegExp, role = 'button') => userEvent.click(await screen.findByRole(role, { name }))
const unread = (service: TestService) =>
  service
    .notifications()
    .filter(({ read }) => !read)
    .map(({ subject }) => subject)

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  others.mockClear()
})

it('Novu: the bell', async () => {
  const navigate = vi.fn<(path: string) => void>()
  const service = serve()
  const Bell = loadRecipe('The bell', 'Bell', pageOf('novu'))
  render(<Bell userId="ada" navigate={navigate} />)
  const bell = await screen.findByRole('button', { name: 'Notifications, 2 new' })
  expect(bell).toHaveTextContent('Notifications 2')
  await userEvent.click(bell)
  expect(await screen.findByRole('link', { name: 'Beta: Comment' })).toBeInTheDocument()
  await waitFor(() => expect(screen.getByRole('tab', { name: /^Billing/ })).toHaveTextContent('Billing 1'))
  await press(/^Billing/, 'tab')
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1))
  await press('Alpha: Bill', 'link')
  expect(navigate.mock.calls).toEqual([['/bills/1']])
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(() => expect(unread(service)).toEqual(['Comment']))
})

it("Novu's notification center: the bell", async () => {
  serve()
  const navigate = vi.fn<(path: string) => void>()
  const Bell = loadRecipe('The bell', 'Bell', pageOf('notification-center'))
  render(<Bell userId="ada" navigate={navigate} />)
  await press(/2 neue/)
  await press('Accept')
  expect(await screen.findByText('Joined')).toBeInTheDocument()
  expect(others.mock.calls).toEqual([[expect.stringMatching(/^\/invitations\/.+\/primary$/)]])
  await press(/Bill/, 'link')
  expect(navigate.mock.calls).toEqual([['/bills/1']])
})

it('Knock: the bell', async () => {
  serve()
  const navigate = vi.fn<(path: string) => void>()
  const Bell = loadRecipe('The bell', 'Bell', pageOf('knock'))
  render(<Bell userId="ada" navigate={navigate} />)
  await press(/2 new/)
  expect(within(await article(/Comment/)).getByText('Beta')).toBeInTheDocument()
  expect(within(await article(/Bill/)).getByText('Alpha')).toBeInTheDocument()
  await press(/Comment/, 'link')
  expect(navigate.mock.calls).toEqual([['/posts/1']])
})

it('Courier: the bell', async () => {
  serve()
  const navigate = vi.fn<(path: string) => void>()
  const Bell = loadRecipe('The bell', 'Bell', pageOf('courier'))
  render(<Bell userId="ada" navigate={navigate} />)
  await press(/2 new/)
  await press('Accept')
  expect(await screen.findByText('Joined')).toBeInTheDocument()
  await waitFor(() => expect(screen.getByRole('tab', { name: /^Billing/ })).toHaveTextContent('Billing 1'))
  await press(/^Billing/, 'tab')
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1))
  await press(/Bill/, 'link')
  expect(navigate.mock.calls).toEqual([['/bills/1']])
})

import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentProps } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { parseRichText } from '../../../src/content/parseRichText.ts'
import {
  Announcer,
  Avatar,
  ContentProvider,
  CtaButtons,
  CtaResult,
  Feed,
  MarkButton,
  NotificationBody,
  NotificationItem,
  type NotificationItemProps,
  NotificationLink,
  NotificationText,
  NotificationTitle,
  RelativeTime,
  useNotification,
} from '../../../src/index.ts'
import { makeNotification } from '../../../src/testing/index.ts'
import { stayOnPage } from '../../setup/stayOnPage.ts'

const notification = makeNotification(1)
const show = (children: NotificationItemProps['children'], props: Partial<NotificationItemProps> = {}) =>
  render(
    <Announcer>
      <NotificationItem notification={notification} {...props}>
        {children}
      </NotificationItem>
    </Announcer>,
  )
const row = () => screen.getByRole('article')
stayOnPage()

describe('an item with children', () => {
  it('renders its parts in that order, without props', () => {
    show(
      <>
        <RelativeTime />
        <NotificationText />
        <NotificationTitle />
        <Avatar />
      </>,
    )
    const [time, text, title, avatar] = row().querySelectorAll(
      'time, .tidings-item-content, .tidings-item-title, .tidings-avatar',
    )
    expect(time?.getAttribute('datetime')).toBe(notification.createdAt)
    expect(text?.textContent).toBe('Body of notification 1')
    expect(title?.textContent).toBe('Notification 1')
    expect(avatar?.getAttribute('data-kind')).toBe('icon')
    expect(row().textContent?.match(/Notification 1/g)).toHaveLength(1)
  })

  it('is named by its title and described by its text, if present', () => {
    const { rerender } = show(<NotificationTitle>Ada commented</NotificationTitle>)
    expect(screen.getByRole('article', { name: 'Unread Ada commented' }).hasAttribute('aria-describedby')).toBe(false)
    rerender(
      <NotificationItem notification={{ ...notification, subject: null, read: true }}>
        <NotificationTitle />
        <NotificationText>More of it</NotificationText>
      </NotificationItem>,
    )
    expect(screen.getByRole('article', { name: 'Body of notification 1', description: 'More of it' })).toBeTruthy()
  })

  it('is named by the whole row without a title', () => {
    show(<p>Ada commented</p>)
    expect(screen.getByRole('article', { name: 'Unread Ada commented' })).toBeTruthy()
  })

  it('opens by its link, and by the row without one', async () => {
    const onOpen = vi.fn()
    const { unmount } = show(<NotificationLink>Look</NotificationLink>, { onOpen })
    expect(screen.getByRole('link', { name: 'Look' }).getAttribute('href')).toBe('/posts/1')
    row().focus()
    await userEvent.keyboard('{Enter}')
    expect(onOpen).toHaveBeenCalledExactlyOnceWith(notification, expect.objectContaining({ type: 'click' }))
    unmount()

    show(<p>No link</p>, { onOpen })
    await userEvent.click(screen.getByText('No link'))
    expect(onOpen).toHaveBeenLastCalledWith(notification, expect.objectContaining({ type: 'click' }))
  })

  it('follows the link that replaces its own', async () => {
    const onOpen = vi.fn()
    const onClick = vi.fn()
    const RouterLink = ({ children, ...props }: ComponentProps<'a'>) => (
      <a {...props} data-router="">
        {children}
      </a>
    )
    show(<NotificationLink render={<RouterLink onClick={onClick}>Look</RouterLink>} />, { onOpen })
    const link = screen.getByRole('link', { name: 'Look' })
    expect(link.dataset.router).toBe('')
    expect(link.getAttribute('href')).toBe('/posts/1')
    await userEvent.click(screen.getByText('Look'))
    expect(onClick).toHaveBeenCalledOnce()
    expect(onOpen).toHaveBeenCalledOnce()
  })

  it('calls the app’s handlers of clicks and keys first', async () => {
    const onOpen = vi.fn()
    const onKeyDown = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
    show(<p>Ada</p>, { onOpen, onKeyDown })
    row().focus()
    await userEvent.keyboard('{Enter}')
    expect(onKeyDown).toHaveBeenCalledOnce()
    expect(onOpen).not.toHaveBeenCalled()
  })

  it('marks by its button', async () => {
    const onMark = vi.fn()
    show(<MarkButton>Got it</MarkButton>, { onMark })
    await userEvent.click(screen.getByRole('button', { name: 'Mark as read' }))
    expect(onMark).toHaveBeenCalledExactlyOnceWith(notification, 'read')
  })

  it('can show the result of a button elsewhere, and takes the focus of the button', async () => {
    const buttons = [{ type: 'primary', content: 'Accept', resultContent: 'You joined' }]
    show(
      <>
        <CtaResult data-testid="result" />
        <CtaButtons result={null} />
      </>,
      { notification: makeNotification(1, { cta: { action: { buttons } } }), onAction: vi.fn() },
    )
    expect(screen.queryByTestId('result')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Accept' }))
    expect((await screen.findByTestId('result')).textContent).toBe('You joined')
    expect(document.activeElement).toBe(row())
    expect(screen.getByRole('status').textContent).toBe('You joined.')
    expect(row().querySelector('.tidings-cta')).toBeNull()
  })

  it('provides the notification to custom parts', () => {
    const Who = () => <p>{useNotification().actor?.type}</p>
    show(<Who />)
    expect(within(row()).getByText('user')).toBeTruthy()
  })

  it('has the links of its content beside its own', () => {
    const rich = makeNotification(1, { subject: null, content: 'See [this](/there)' })
    render(
      <ContentProvider content={parseRichText}>
        <NotificationItem notification={rich}>
          <NotificationBody />
        </NotificationItem>
      </ContentProvider>,
    )
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(links).toEqual(['/posts/1', '/there'])
    expect(row().querySelector('a a')).toBeNull()
  })

  it.each([
    ['a part', NotificationTitle],
    ['the buttons', CtaButtons],
    ['the hook', () => <>{useNotification().content}</>],
  ])('is required by %s', (_name, Piece) => {
    const silence = vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(() => render(<Piece />)).toThrow('this component is not inside a <NotificationItem>')
    silence.mockRestore()
  })

  it('shows the default content without children', () => {
    render(<Feed notifications={[notification]} onMark={() => {}} />)
    expect(row().querySelector('.tidings-item-row')?.hasAttribute('id')).toBe(false)
    expect(screen.getByRole('article', { name: 'Unread, Notification 1, Jan 5, 2026' })).toBeTruthy()
  })
})

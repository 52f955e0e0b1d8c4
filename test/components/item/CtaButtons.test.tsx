import { act, createEvent, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { StrictMode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { Feed } from '../../../src/components/feed/Feed.tsx'
import { Announcer } from '../../../src/components/feedback/Announcer.tsx'
import { CtaButtons } from '../../../src/components/item/CtaButtons.tsx'
import { createCtaMemory, CtaMemoryProvider, type OnAction } from '../../../src/components/item/useCta.ts'
import type { MessageAction } from '../../../src/contract/cta.ts'
import { InboxFeed, InboxProvider } from '../../../src/index.ts'
import { createTestService } from '../../../src/testing/index.ts'
import { makeNotification } from '../../../src/testing/makeNotification.ts'
import { deferred } from '../deferred.ts'

const accept = { type: 'primary', content: 'Accept', resultContent: 'You joined' }
const decline = { type: 'secondary', content: 'Decline', resultContent: 'You declined' }
const invitation = (action: MessageAction = { status: 'pending', buttons: [accept, decline] }) =>
  makeNotification(1, { cta: { action } })

const show = (onAction: OnAction | undefined, notification = invitation()) =>
  render(
    <StrictMode>
      <Announcer>
        <CtaButtons notification={notification} onAction={onAction} />
      </Announcer>
    </StrictMode>,
  )
const button = (name: string) => screen.getByRole('button', { name })
const announced = () => screen.getByRole('status').textContent

describe('CtaButtons', () => {
  it('renders any number of buttons with their type', () => {
    const buttons = Array.from({ length: 12 }, (_, index) => ({ ...decline, content: `Choice ${index}` }))
    show(vi.fn(), invitation({ buttons }))
    expect(screen.getAllByRole('button')).toHaveLength(12)
    expect(button('Choice 11').dataset.type).toBe('secondary')
  })

  it('reports the used button, is pending, and shows the result instead', async () => {
    const { promise, resolve } = deferred()
    const onAction = vi.fn(() => promise)
    const notification = invitation()
    show(onAction, notification)
    await userEvent.click(button('Decline'))
    expect(onAction).toHaveBeenCalledExactlyOnceWith(notification, decline, 1)
    expect(screen.getByText('Working…')).toBeTruthy()

    await userEvent.click(button('Decline'))
    await userEvent.click(button('Accept'))
    expect(onAction).toHaveBeenCalledOnce()

    await act(async () => resolve())
    expect(screen.queryByRole('button')).toBeNull()
    // Outside a row, the result itself takes the focus.
    expect(document.activeElement?.textContent).toBe('You declined')
    expect(announced()).toBe('You declined.')
  })

  it('calls onAction once for two clicks at once', () => {
    const onAction = vi.fn()
    show(onAction)
    act(() => {
      button('Accept').click()
      button('Accept').click()
      button('Decline').click()
    })
    expect(onAction).toHaveBeenCalledOnce()
  })

  it('presses once for a key that is held down, even if the action fails at once', () => {
    const onAction = vi.fn(() => {
      throw new Error('Lost')
    })
    show(onAction)
    const press = (repeat: boolean) => {
      const event = createEvent.keyDown(button('Accept'), { key: 'Enter', repeat })
      fireEvent(button('Accept'), event)
      // A browser clicks a button on Enter, unless the event is prevented.
      if (!event.defaultPrevented) fireEvent.click(button('Accept'))
    }
    press(false)
    press(true)
    press(true)
    expect(onAction).toHaveBeenCalledOnce()
  })

  it('shares used buttons between the lists of an inbox', async () => {
    const service = createTestService({ notifications: [invitation()] })
    const onAction = vi.fn()
    const list = (name: string) => (
      <section aria-label={name}>
        <InboxFeed onAction={onAction} />
      </section>
    )
    render(
      <InboxProvider subscriberId="ada" baseUrl="/api/inbox" fetch={service.fetch} retry={false}>
        {list('one')}
        {list('other')}
      </InboxProvider>,
    )
    const [first] = await screen.findAllByRole('button', { name: 'Accept' })
    if (!first) throw new Error('There is no button.')
    await userEvent.click(first)
    expect(await screen.findAllByText('You joined')).toHaveLength(2)
    expect(onAction).toHaveBeenCalledOnce()
  })

  it('stays used while its row is not in the list', async () => {
    const { promise, resolve } = deferred()
    const onAction = vi.fn(() => promise)
    const list = (notifications: ReturnType<typeof invitation>[]) => (
      <Feed notifications={notifications} onAction={onAction} />
    )
    const { rerender } = render(list([invitation()]))
    await userEvent.click(button('Accept'))
    rerender(list([]))
    rerender(list([invitation()]))
    await userEvent.click(button('Accept'))
    expect(onAction).toHaveBeenCalledOnce()
    rerender(list([]))
    await act(async () => resolve())
    rerender(list([invitation()]))
    expect(screen.getByText('You joined')).toBeTruthy()
  })

  describe('without onAction', () => {
    const leading = (url: string) =>
      makeNotification(1, { cta: { data: { url }, action: { buttons: [accept, decline] } } })

    it('are links to the notification’s target', async () => {
      const onOpen = vi.fn((_notification: unknown, event: { preventDefault: () => void }) => event.preventDefault())
      const notification = leading('https://elsewhere.example/x')
      render(<CtaButtons notification={notification} onOpen={onOpen} />)
      const link = screen.getByRole('link', { name: 'Decline' })
      expect(link.getAttribute('href')).toBe('https://elsewhere.example/x')
      expect(link.getAttribute('target')).toBe('_blank')
      expect(link.getAttribute('rel')).toBe('noopener noreferrer')
      expect(link.dataset.type).toBe('secondary')
      await userEvent.click(link)
      fireEvent(link, new MouseEvent('auxclick', { button: 1, bubbles: true, cancelable: true }))
      expect(onOpen).toHaveBeenCalledTimes(2)
      expect(onOpen.mock.calls[0]?.[0]).toBe(notification)
    })

    it.each(['javascript:alert(1)', '//elsewhere.example', 'data:text/html,x'])(
      'are not there where it leads to %s',
      (url) => {
        const { container } = render(<CtaButtons notification={leading(url)} />)
        expect(container.childElementCount).toBe(0)
      },
    )
  })

  it.each([
    ['a press', () => userEvent.click(button('Accept'))],
    ['a press that does not focus the button, as in Safari', () => act(async () => button('Accept').click())],
  ])('announces the result after %s', async (_what, press) => {
    show(vi.fn())
    await press()
    expect(announced()).toBe('You joined.')
  })

  it.each([
    ['a rejected promise', () => Promise.reject(new Error('Lost'))],
    [
      'an error that is thrown',
      () => {
        throw new Error('Lost')
      },
    ],
  ])('shows that the action failed after %s, and can be retried', async (_what, fail) => {
    const onAction = vi.fn<OnAction>(() => undefined).mockImplementationOnce(fail)
    show(onAction)
    await userEvent.click(button('Accept'))
    expect(screen.getAllByText('That did not work. Try again.')).toHaveLength(2)
    expect(announced()).toBe('That did not work. Try again.')
    expect(document.activeElement).toBe(button('Accept'))
    await userEvent.click(button('Accept'))
    expect(onAction).toHaveBeenCalledTimes(2)
    expect(screen.getByText('You joined')).toBeTruthy()
  })

  it.each([
    ['of the result', { buttons: [accept, decline], result: { type: 'secondary' } }, 'You declined'],
    ['that is the only one', { buttons: [accept] }, 'You joined'],
    ['without a resultContent', { buttons: [{ type: 'primary', content: 'Reply' }] }, 'Reply'],
    ['that is unknown', { buttons: [accept, decline] }, 'Done'],
  ])('shows the result of a button that was used elsewhere: the one %s', (_which, action, result) => {
    show(vi.fn(), invitation({ status: 'done', ...action }))
    expect(screen.getByText(result)).toBeTruthy()
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('renders nothing without buttons, or without an action and a target', () => {
    const { container } = render(<CtaButtons notification={invitation()} />)
    expect(container.childElementCount).toBe(0)
    show(vi.fn(), invitation({ buttons: [] }))
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('stays used after its row unmounts, during an action and after it', async () => {
    const { promise, resolve } = deferred()
    const onAction = vi.fn(() => promise)
    const memory = createCtaMemory()
    const Subject = ({ isShown }: { isShown: boolean }) => (
      <CtaMemoryProvider value={memory}>
        {isShown && <CtaButtons notification={invitation()} onAction={onAction} />}
      </CtaMemoryProvider>
    )
    const { rerender } = render(<Subject isShown />)
    await userEvent.click(button('Accept'))
    rerender(<Subject isShown={false} />)
    rerender(<Subject isShown />)
    await userEvent.click(button('Accept'))
    expect(onAction).toHaveBeenCalledOnce()
    rerender(<Subject isShown={false} />)
    await act(async () => resolve())
    rerender(<Subject isShown />)
    expect(screen.getByText('You joined')).toBeTruthy()
  })
})

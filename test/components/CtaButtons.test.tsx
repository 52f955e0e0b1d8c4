import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { StrictMode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { Announcer } from '../../src/components/Announcer.tsx'
import { CtaButtons } from '../../src/components/CtaButtons.tsx'
import { createCtaMemory } from '../../src/components/ctaMemory.ts'
import { CtaMemoryProvider, type OnAction } from '../../src/components/useCta.ts'
import type { MessageAction } from '../../src/contract/cta.ts'
import { makeNotification } from '../../src/testing/makeNotification.ts'
import { deferred } from './deferred.ts'

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
const said = () => screen.getByRole('status').textContent

describe('CtaButtons', () => {
  it('draws any number of buttons with their kind', () => {
    const buttons = Array.from({ length: 12 }, (_, index) => ({ ...decline, content: `Choice ${index}` }))
    show(vi.fn(), invitation({ buttons }))
    expect(screen.getAllByRole('button')).toHaveLength(12)
    expect(button('Choice 11').dataset.type).toBe('secondary')
  })

  it('says which button was used, waits, and puts the result in its place', async () => {
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
    expect(document.activeElement?.textContent).toBe('You declined')
    expect(said()).toBe('')
  })

  it('does nothing twice when it is clicked twice at once', () => {
    const onAction = vi.fn()
    show(onAction)
    act(() => {
      button('Accept').click()
      button('Accept').click()
      button('Decline').click()
    })
    expect(onAction).toHaveBeenCalledOnce()
  })

  it('announces a result whose button did not have the focus', async () => {
    show(vi.fn())
    await act(async () => button('Accept').click())
    expect(said()).toBe('You joined')
  })

  it.each([
    ['a rejected promise', () => Promise.reject(new Error('Lost'))],
    ['an error that is thrown', () => { throw new Error('Lost') }],
  ])('says that %s failed, and lets its reader try again', async (_what, fail) => {
    const onAction = vi.fn<OnAction>(() => undefined).mockImplementationOnce(fail)
    show(onAction)
    await userEvent.click(button('Accept'))
    expect(screen.getAllByText('That did not work. Please try again.')).toHaveLength(2)
    expect(said()).toBe('That did not work. Please try again.')
    expect(document.activeElement).toBe(button('Accept'))
    await userEvent.click(button('Accept'))
    expect(onAction).toHaveBeenCalledTimes(2)
    expect(screen.getByText('You joined')).toBeTruthy()
  })

  it.each([
    ['of the result', { buttons: [accept, decline], result: { type: 'secondary' } }, 'You declined'],
    ['that is the only one', { buttons: [accept] }, 'You joined'],
    ['without a result of its own', { buttons: [{ type: 'primary', content: 'Reply' }] }, 'Reply'],
    ['that nobody names', { buttons: [accept, decline] }, 'Done'],
  ])('shows at once what was done elsewhere: the button %s', (_which, action, result) => {
    show(vi.fn(), invitation({ status: 'done', ...action }))
    expect(screen.getByText(result)).toBeTruthy()
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('draws nothing where there is nothing to do, or nobody to do it', () => {
    const { container } = render(<CtaButtons notification={invitation()} />)
    expect(container.childElementCount).toBe(0)
    show(vi.fn(), invitation({ buttons: [] }))
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('remembers beyond its row, while an action is at work and after', async () => {
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

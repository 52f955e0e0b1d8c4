import { act, render, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Announcer, useAnnounce, type Announce } from '../../../src/components/feedback/Announcer.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const mount = () => {
  const received = vi.fn<(announce: Announce) => void>()
  const Speaker = () => {
    received(useAnnounce())
    return null
  }
  const { unmount } = render(
    <StrictMode>
      <Announcer>
        <Speaker />
      </Announcer>
    </StrictMode>,
  )
  return { announce: (text: string) => act(() => received.mock.lastCall?.[0](text)), unmount }
}
const advance = (milliseconds: number) =>
  act(() => {
    vi.advanceTimersByTime(milliseconds)
  })
const announced = () => [...screen.getByRole('status').children].map(({ textContent }) => textContent)

describe('Announcer', () => {
  it('starts with one empty region', () => {
    mount()
    expect(screen.getAllByRole('status')).toHaveLength(1)
    expect(announced()).toEqual([])
  })

  it('adds texts, so that two in a row are both read', () => {
    const { announce } = mount()
    announce('1 new notification')
    announce('Saved')
    expect(announced()).toEqual(['1 new notification', 'Saved'])
  })

  it('announces a text once if it is announced twice at once', () => {
    const { announce } = mount()
    announce('Saved')
    announce('Saved')
    expect(announced()).toEqual(['Saved'])
  })

  it('announces a text again when it happens again, and removes old texts', () => {
    const { announce } = mount()
    announce('Saved')
    advance(2000)
    announce('Saved')
    expect(announced()).toEqual(['Saved', 'Saved'])
    advance(7000)
    expect(announced()).toEqual([])
  })

  it('leaves no timer behind', () => {
    const { announce, unmount } = mount()
    announce('Saved')
    unmount()
    expect(vi.getTimerCount()).toBe(0)
  })
})

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
  const heard = vi.fn<(announce: Announce) => void>()
  const Speaker = () => {
    heard(useAnnounce())
    return null
  }
  const { unmount } = render(
    <StrictMode>
      <Announcer>
        <Speaker />
      </Announcer>
    </StrictMode>,
  )
  return { say: (text: string) => act(() => heard.mock.lastCall?.[0](text)), unmount }
}
const advance = (milliseconds: number) =>
  act(() => {
    vi.advanceTimersByTime(milliseconds)
  })
const spoken = () => [...screen.getByRole('status').children].map(({ textContent }) => textContent)

describe('Announcer', () => {
  it('starts with one empty region', () => {
    mount()
    expect(screen.getAllByRole('status')).toHaveLength(1)
    expect(spoken()).toEqual([])
  })

  it('adds texts, so that two in a row are both read', () => {
    const { say } = mount()
    say('1 new notification')
    say('Saved')
    expect(spoken()).toEqual(['1 new notification', 'Saved'])
  })

  it('announces a text once if it is announced twice at once', () => {
    const { say } = mount()
    say('Saved')
    say('Saved')
    expect(spoken()).toEqual(['Saved'])
  })

  it('announces a text again when it happens again, and removes old texts', () => {
    const { say } = mount()
    say('Saved')
    advance(2000)
    say('Saved')
    expect(spoken()).toEqual(['Saved', 'Saved'])
    advance(7000)
    expect(spoken()).toEqual([])
  })

  it('leaves no timer behind', () => {
    const { say, unmount } = mount()
    say('Saved')
    unmount()
    expect(vi.getTimerCount()).toBe(0)
  })
})

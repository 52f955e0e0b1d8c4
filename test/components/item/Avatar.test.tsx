import { fireEvent, render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Avatar } from '../../../src/components/item/Avatar.tsx'
import type { NotificationActor } from '../../../src/contract/inboxNotification.ts'

const show = (actor: NotificationActor | undefined) => {
  const { container } = render(<Avatar actor={actor} />)
  const avatar = container.querySelector('.tidings-avatar')
  if (!(avatar instanceof HTMLElement)) throw new Error('The avatar is missing.')
  return avatar
}

describe('Avatar', () => {
  it.each(['user', 'system_custom'] as const)('shows the picture of a %s', (type) => {
    const picture = show({ type, data: 'https://example.com/a.png' }).querySelector('img')
    expect(picture?.src).toBe('https://example.com/a.png')
    expect(picture?.getAttribute('referrerpolicy')).toBe('no-referrer')
  })

  it('shows an icon instead of a picture that fails to load', () => {
    const avatar = show({ type: 'user', data: '/gone.png' })
    const picture = avatar.querySelector('img')
    if (picture) fireEvent.error(picture)
    expect(avatar.dataset.kind).toBe('icon')
    expect(avatar.querySelector('img')).toBeNull()
  })

  it.each([
    ['jonas okafor', 'J'],
    ['👩‍🚀 Zoë', '👩‍🚀'],
    ['Élodie', 'É'],
  ])('shows the first letter of the name %s', (data, initial) => {
    expect(show({ type: 'user', data }).textContent).toBe(initial)
  })

  it.each(['javascript:alert(1)', 'data:image/svg+xml,x', '//evil.example/a.png', 'mailto:a@b.c', null])(
    'requests no picture from %s',
    (data) => {
      const avatar = show({ type: 'user', data })
      expect(avatar.querySelector('img')).toBeNull()
      expect(avatar.textContent).toBe('')
    },
  )

  it('shows the service’s system icons, and a bell for any other actor', () => {
    expect(show({ type: 'system_icon', data: 'warning' }).dataset.tone).toBe('warning')
    expect(show({ type: 'system_icon', data: 'unheard-of' }).dataset.tone).toBeUndefined()
    expect(show({ type: 'none', data: 'https://example.com/a.png' }).dataset.kind).toBe('icon')
    expect(show(undefined).dataset.kind).toBe('icon')
  })
})

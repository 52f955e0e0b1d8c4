import { render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { ArrivalsPill } from '../../../src/components/feed/ArrivalsPill.tsx'
import { directionOf, LanguageProvider } from '../../../src/components/language/LanguageProvider.tsx'
import { Badge } from '../../../src/components/panel/Badge.tsx'
import { Inbox, InboxPage } from '../../../src/index.ts'
import { arabic } from '../../../src/languages/ar.ts'
import { german } from '../../../src/languages/de.ts'
import { createTestService, makeNotifications } from '../../../src/testing/index.ts'

const button = () => screen.getByRole('button').textContent

describe('LanguageProvider', () => {
  it.each([
    [1, 'إشعار جديد واحد'],
    [2, 'إشعاران جديدان'],
    [3, '3 إشعارات جديدة'],
    [11, '11 إشعارًا جديدًا'],
    [100, '100 إشعار جديد'],
  ])('selects the plural form of %i', (count, text) => {
    render(
      <LanguageProvider {...arabic}>
        <ArrivalsPill count={count} />
      </LanguageProvider>,
    )
    expect(button()).toBe(text)
  })

  it('formats numbers for the locale, region included', () => {
    render(
      <LanguageProvider {...arabic} locale="ar-EG">
        <ArrivalsPill count={1204} />
        <Badge count={100} data-testid="badge" />
      </LanguageProvider>,
    )
    expect(button()).toBe('١٬٢٠٤ إشعارات جديدة')
    expect(screen.getByTestId('badge').textContent).toBe('٩٩+')
  })

  it('accepts a locale with an underscore, and ignores an invalid one', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const pill = (locale: string) => (
      <LanguageProvider locale={locale}>
        <ArrivalsPill count={1204} />
      </LanguageProvider>
    )
    const { rerender } = render(pill('de_DE'))
    expect(button()).toBe('1.204 new notifications')
    rerender(pill(''))
    expect(warn).not.toHaveBeenCalled()
    rerender(pill('English (US)'))
    expect(button()).toBe('1,204 new notifications')
    expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('"English (US)" is not a valid locale'))

    const { container } = render(
      <Inbox subscriberId="ada" baseUrl="/api/inbox" retry={false} locale="ar_EG" fetch={createTestService().fetch} />,
    )
    expect(container.querySelector('.tidings')).toMatchObject({ lang: 'ar-EG', dir: 'rtl' })
    warn.mockRestore()
  })

  it('adds its labels to those of the provider around it', () => {
    render(
      <LanguageProvider {...german}>
        <LanguageProvider labels={{ arrivals: (_count, shown) => `${shown} frisch` }}>
          <ArrivalsPill count={1204} />
        </LanguageProvider>
      </LanguageProvider>,
    )
    expect(button()).toBe('1.204 frisch')
  })
})

describe('directionOf', () => {
  it.each([
    ['ar', 'rtl'],
    ['he-IL', 'rtl'],
    ['fa', 'rtl'],
    ['pa-PK', 'rtl'],
    ['az-Arab', 'rtl'],
    ['pa', 'ltr'],
    ['de-AT', 'ltr'],
    ['ja', 'ltr'],
  ])('%s runs %s', (locale, direction) => {
    expect(directionOf(locale)).toBe(direction)
  })
})

describe.each([
  ['<Inbox>', Inbox],
  ['<InboxPage>', InboxPage],
])('the language of %s', (_name, Layout) => {
  const show = (language: { locale?: string }) => {
    const service = createTestService({ notifications: makeNotifications(2) })
    const { container } = render(<Layout subscriberId="ada" baseUrl="/api/inbox" fetch={service.fetch} {...language} />)
    const root = container.querySelector('.tidings')
    return {
      lang: root?.getAttribute('lang'),
      dir: root?.getAttribute('dir'),
      status: container.querySelector('.tidings [role="status"]'),
    }
  }

  it('is inherited from the document by default', () => {
    expect(show({})).toMatchObject({ lang: null, dir: null })
  })

  it('is set on the root, around the live region too', () => {
    const shown = show(arabic)
    expect(shown).toMatchObject({ lang: 'ar', dir: 'rtl' })
    expect(shown.status).not.toBeNull()
  })
})

import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ArrivalsPill } from '../../../src/components/feed/ArrivalsPill.tsx'
import {
  LanguageProvider,
  type LanguageProviderProps,
  useLocale,
} from '../../../src/components/language/LanguageProvider.tsx'
import { directionOf } from '../../../src/components/language/readerLocale.ts'
import { useLabels } from '../../../src/components/language/useLabels.ts'
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

describe('the locale of dates and numbers', () => {
  const warn = vi.fn()
  beforeEach(() => {
    vi.stubEnv('NODE_ENV', 'development')
    warn.mockReset()
    vi.spyOn(console, 'warn').mockImplementation(warn)
  })
  afterEach(() => {
    vi.unstubAllEnvs()
    // What is mounted follows the page.
    cleanup()
    vi.restoreAllMocks()
    document.documentElement.lang = ''
  })
  const visit = (browser: string, page = '') => {
    const languages = browser === 'none' ? undefined : browser.split(' ')
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages as string[])
    document.documentElement.lang = page
  }
  const Locale = () => <p data-testid="locale">{useLocale()}</p>
  const locale = () => screen.getByTestId('locale').textContent

  const own = { caughtUp: 'Fertig' }
  const germanLabels = german.labels
  // `labels` and `locale` of two providers, the outer one first.
  const cases: [name: string, browser: string, page: string, LanguageProviderProps[], locale: string][] = [
    ['English labels, German browser', 'de-DE', 'en', [], 'en'],
    ['without a provider, British browser', 'en-GB en-US', 'en', [], 'en-GB'],
    ['English labels, German and British browser', 'de-DE de en-GB en', 'en', [{}], 'en-GB'],
    ['English labels on a British page', 'de-DE', 'en-GB', [{}], 'en-GB'],
    ['English labels on a German page', 'de-DE', 'de', [{ labels: {} }], 'en'],
    ['German labels without a locale', 'en-US de-AT de', 'en', [{ labels: germanLabels }], 'de-AT'],
    ['German labels with some of the app', 'en-US', 'en', [{ labels: { ...germanLabels, ...own } }], 'de'],
    ['labels of the app around German ones', 'de-CH', 'en', [{ labels: own }, { labels: germanLabels }], 'de-CH'],
    ['labels of the app inside German ones', 'de-CH', 'en', [{ labels: germanLabels }, { labels: own }], 'de-CH'],
    ['German inside Arabic', 'en', 'en', [arabic, { labels: germanLabels }], 'ar'],
    ['a locale wins', 'en-GB', 'en', [{ labels: germanLabels, locale: 'de_AT' }], 'de-AT'],
    ['a locale around wins', 'en-GB', 'en', [{ locale: 'fr-CA' }, {}], 'fr-CA'],
    ['labels that declare their language', 'pt-PT', 'en', [{ labels: { ...own, lang: 'pt_BR' } }], 'pt-PT'],
    ['another script is another language', 'zh-TW zh-CN', 'en', [{ labels: { ...own, lang: 'zh' } }], 'zh-CN'],
    ['a script that is implied', 'zh-Hant-HK', 'en', [{ labels: { ...own, lang: 'zh-TW' } }], 'zh-Hant-HK'],
    ['an old tag', 'he-IL', 'en', [{ labels: { ...own, lang: 'iw' } }], 'he-IL'],
    ['own labels on a page of that language', 'en-US fr-CA', 'fr', [{ labels: own }], 'fr-CA'],
    ['own labels on an English page', 'de-DE', 'en', [{ labels: own }], 'en'],
    ['own labels, English page and browser', 'fr en-AU', 'en-US', [{ labels: own }], 'en-AU'],
    ['browser entries that are no locales', 'en-US@posix en_NZ', 'en', [], 'en-NZ'],
    ['a browser without locales', 'none', 'de', [], 'en'],
    ['an empty locale', '', 'de', [], 'en'],
    ['a page language that is no locale', 'de', 'English (US)', [], 'en'],
  ]
  it.each(cases)('%s', (_name, browser, page, providers, expected) => {
    visit(browser, page)
    render(providers.reduceRight((inner, props) => <LanguageProvider {...props}>{inner}</LanguageProvider>, <Locale />))
    expect(locale()).toBe(expected)
    expect(warn).not.toHaveBeenCalled()
  })

  it.each([
    ['another language than the browser', 'de-DE de', 'fr', 'de-DE'],
    ['no language', 'de-DE', '', 'de-DE'],
    ['a language that is no locale', 'sv-SE en', 'Swedish (SE)', 'sv-SE'],
    ['no language, in a browser without locales', 'none', '', 'en'],
    ['another script than the browser', 'zh-TW', 'zh-Hans', 'zh-TW'],
  ])('own labels on a page with %s: the browser’s, with one warning', async (_name, browser, page, expected) => {
    vi.resetModules()
    const fresh = await import('../../../src/components/language/LanguageProvider.tsx')
    const Fresh = () => <p data-testid="locale">{fresh.useLocale()}</p>
    visit(browser, page)
    const shown = (
      <fresh.LanguageProvider labels={{ caughtUp: 'Fertig' }}>
        <Fresh />
      </fresh.LanguageProvider>
    )
    render(shown).rerender(shown)
    expect(locale()).toBe(expected)
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      expect.stringContaining('Pass `locale`, or `lang` as one of the labels'),
    )
  })
})

describe('labels that are not valid leave the default', () => {
  const warn = vi.fn()
  beforeEach(() => {
    warn.mockReset()
    vi.spyOn(console, 'warn').mockImplementation(warn)
  })
  afterEach(() => vi.restoreAllMocks())
  const Shown = () => {
    const { arrivals, caughtUp, channel } = useLabels()
    return <p>{[arrivals(3, '3'), caughtUp, channel('email')].join(' | ')}</p>
  }
  const none = () => undefined

  it.each<[string, Record<string, unknown>, string?]>([
    ['undefined', { arrivals: undefined, caughtUp: undefined, channel: undefined }, ''],
    ['null', { arrivals: null, caughtUp: null, channel: null }],
    ['a text for a function, and a function for a text', { arrivals: 'Neu', caughtUp: () => 'Leer', channel: 'Kanal' }],
    ['numbers', { arrivals: 3, caughtUp: 0, channel: 1 }],
    ['objects', { arrivals: {}, caughtUp: ['Leer'], channel: new Map() }],
    ['flags', { arrivals: true, caughtUp: false, channel: false }],
    ['functions that return no text', { arrivals: none, channel: none, caughtUp: none }],
    ['functions that return numbers', { arrivals: (count: number) => count, channel: () => 7, caughtUp: 7 }],
    ['names that are no labels', { toString: 'x', constructor: () => 'x', arrival: 'x' }, ''],
  ])('%s', (_name, labels, warned = 'The default is used.') => {
    render(
      <LanguageProvider {...german}>
        <LanguageProvider labels={labels}>
          <Shown />
        </LanguageProvider>
      </LanguageProvider>,
    )
    const { arrivals, caughtUp, channel } = german.labels
    expect(screen.getByText([arrivals(3, '3'), caughtUp, channel('email')].join(' | '))).toBeVisible()
    if (warned === '') expect(warn).not.toHaveBeenCalled()
    else expect(warn).toHaveBeenCalledWith(expect.stringContaining(warned))
  })

  it('and a provider inside replaces them again', () => {
    render(
      <LanguageProvider labels={{ caughtUp: 5 as never }}>
        <LanguageProvider labels={{ caughtUp: 'Nothing' }}>
          <Shown />
        </LanguageProvider>
      </LanguageProvider>,
    )
    expect(screen.getByText('3 new notifications | Nothing | Email')).toBeVisible()
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
  const show = (language: LanguageProviderProps) => {
    const service = createTestService({ notifications: makeNotifications(2) })
    const { container } = render(<Layout subscriberId="ada" baseUrl="/api/inbox" fetch={service.fetch} {...language} />)
    const root = container.querySelector('.tidings')
    return {
      lang: root?.getAttribute('lang'),
      dir: root?.getAttribute('dir'),
      status: container.querySelector('.tidings [role="status"]'),
    }
  }

  it('is English by default, whatever the page is', () => {
    document.documentElement.dir = 'rtl'
    expect(show({})).toMatchObject({ lang: 'en-US', dir: 'ltr' })
    document.documentElement.dir = ''
  })

  it('is inherited for labels of an unknown language', () => {
    document.documentElement.lang = 'en'
    expect(show({ labels: { caughtUp: 'Fertig' } })).toMatchObject({ lang: null, dir: null })
    cleanup()
    document.documentElement.lang = ''
  })

  it('is that of a provider around', () => {
    const { container } = render(
      <LanguageProvider {...arabic}>
        <Layout subscriberId="ada" baseUrl="/api/inbox" fetch={createTestService().fetch} />
      </LanguageProvider>,
    )
    expect(container.querySelector('.tidings')).toMatchObject({ lang: 'ar', dir: 'rtl' })
  })

  it('is set on the root, around the live region too', () => {
    const shown = show(arabic)
    expect(shown).toMatchObject({ lang: 'ar', dir: 'rtl' })
    expect(shown.status).not.toBeNull()
  })
})

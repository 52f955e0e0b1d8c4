import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { myLanguage as template } from '../../examples/language.ts'
import { shortcuts } from '../../src/components/base/shortcuts.ts'
import { createCountLabel } from '../../src/components/language/countLabel.ts'
import { formatDuration } from '../../src/components/language/formatDuration.ts'
import { formatUntil } from '../../src/components/language/formatUntil.ts'
import type { InboxLabels, InboxLanguage } from '../../src/components/language/labels.ts'
import { channels } from '../../src/contract/channel.ts'
import { arabic } from '../../src/languages/ar.ts'
import { german } from '../../src/languages/de.ts'
import { english } from '../../src/languages/en.ts'
import { spanish } from '../../src/languages/es.ts'
import { french } from '../../src/languages/fr.ts'
import { japanese } from '../../src/languages/ja.ts'
import { brazilianPortuguese } from '../../src/languages/pt-BR.ts'
import { simplifiedChinese } from '../../src/languages/zh-CN.ts'

const languages: InboxLanguage[] = [
  arabic,
  brazilianPortuguese,
  english,
  french,
  german,
  japanese,
  simplifiedChinese,
  spanish,
]
const names = Object.keys(english.labels).toSorted() as (keyof InboxLabels)[]

const sources = readdirSync('src/components', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('/labels.ts'))
  .map((file) => readFileSync(`src/components/${file}`, 'utf8'))
  .join('\n')

/** Labels that take one name or time. */
const textLabels = [
  'timeZone',
  'deliveredUntil',
  'quietUntil',
  'rangeStart',
  'rangeEnd',
  'addRange',
  'copyHours',
  'hoursCopied',
  'markGroupAsRead',
  'markReadFailed',
  'markUnreadFailed',
  'until',
  'snoozedUntil',
  'undoWithKey',
  'archiveFailed',
  'unarchiveFailed',
  'snoozeFailed',
  'unsnoozeFailed',
  'deleteFailed',
] as const satisfies (keyof InboxLabels)[]

/** Function labels that take no number. */
const others: readonly (keyof InboxLabels)[] = ['channel', 'onlyIf', 'range', 'removeRange', 'triaged', ...textLabels]

/** Two days are the dual in Arabic, and have another case in German after most prepositions. */
const conditions: Record<string, [unreadAfterTwoDays: string, unseen: string]> = {
  ar: ['البريد الإلكتروني: إذا لم يُقرأ الإشعار (المهلة: يومان)', 'البريد الإلكتروني: إذا لم يُشاهَد الإشعار'],
  de: ['E-Mail: falls 2 Tage lang ungelesen', 'E-Mail: falls ungesehen'],
  en: ['Email: if unread after 2 days', 'Email: if unseen'],
  es: ['Correo electrónico: si no se ha leído tras 2 días', 'Correo electrónico: si no se ha visto'],
  fr: ['E-mail : si non lue après 2 jours', 'E-mail : si non vue'],
  ja: ['メール：2 日後も未読の場合', 'メール：未確認の場合'],
  'pt-BR': ['E-mail: se não for lida em 2 dias', 'E-mail: se não for vista'],
  'zh-CN': ['电子邮件：2天后仍未读时发送', '电子邮件：未查看时发送'],
}

/** The labels that take a number. */
const countLabels = ({ labels }: InboxLanguage) =>
  names.flatMap((name) => {
    const label = labels[name]
    return typeof label === 'function' && !others.includes(name)
      ? [{ name, say: label as InboxLabels['arrivals'] }]
      : []
  })

/** A number for each plural category of the locale. */
const samples = (locale: string) => {
  const rules = new Intl.PluralRules(locale)
  const byCategory = new Map<string, number>()
  for (const count of [0, 1, 2, 3, 5, 11, 20, 100, 102, 1_000_000])
    if (!byCategory.has(rules.select(count))) byCategory.set(rules.select(count), count)
  return byCategory
}

describe('labels', () => {
  it('are all used by a component', () => {
    const isUsed = (name: keyof InboxLabels) =>
      name in shortcuts || new RegExp(`\\blabels\\??\\.${name}\\b`).test(sources)
    expect(names.filter((name) => !isUsed(name))).toEqual([])
  })

  it('exist in the languages that the package exports', () => {
    const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as { exports: Record<string, unknown> }
    const exported = Object.keys(exports).flatMap((entry) => /^\.\/languages\/(.+)$/.exec(entry)?.[1] ?? [])
    const files = readdirSync('src/languages').map((file) => file.replace('.ts', ''))
    expect(exported.toSorted()).toEqual(files.toSorted())
    expect(languages.map(({ locale }) => locale).toSorted()).toEqual(files.toSorted())
  })
})

describe.each(languages)('in $locale', (language) => {
  const { labels, locale } = language

  it('has exactly the labels of English', () => {
    expect(Object.keys(labels).toSorted()).toEqual(names)
    for (const name of names) expect(typeof labels[name], name).toBe(typeof english.labels[name])
  })

  it('declares its language', () => {
    expect(labels.lang).toBe(locale)
  })

  it('has no empty label', () => {
    expect(names.filter((name) => labels[name] === '')).toEqual([])
    for (const channel of channels) expect(labels.channel(channel)).not.toBe('')
  })

  it('contains the arguments of each label', () => {
    expect(labels.range('09:00', '17:30')).toMatch(/09:00.*17:30/)
    expect(labels.removeRange('Monday', '09:00')).toMatch(/Monday.*09:00/)
    expect(labels.triaged('Archived', 'Comment')).toMatch(/Archived.*Comment/)
    for (const name of textLabels) expect(labels[name]('X'), name).toContain('X')
  })

  it('says on what a channel depends', () => {
    const wait = formatDuration(2 * 24 * 60 * 60, locale)
    const email = labels.channel('email')
    const texts = [labels.onlyIf(email, 'unread', wait), labels.onlyIf(email, 'unseen', '')]
    expect(texts.map((text) => text.replaceAll(/\s/g, ' '))).toEqual(conditions[locale])
  })

  it('has a form for each plural category of the language', () => {
    const counts = samples(locale)
    expect([...counts.keys()].toSorted()).toEqual(
      new Intl.PluralRules(locale).resolvedOptions().pluralCategories.toSorted(),
    )
    for (const { name, say } of countLabels(language))
      for (const [category, count] of counts) {
        const text = say(count, '‹N›')
        expect(text.trim(), `${name}, ${category}`).not.toBe('')
        expect(text, `${name}, ${category}`).not.toMatch(/#|undefined/)
        // A category of one number, such as "two", may use a word. One of many numbers needs the figure, and so does
        // the bell, whose badge shows a figure.
        if (name === 'bellNew' || ['few', 'many', 'other'].includes(category))
          expect(text, `${name}, ${category}`).toContain('‹N›')
      }
    // A category without a form would have the text of another one.
    const arrivals = [...counts.values()].map((count) => labels.arrivals(count, '‹N›'))
    expect(new Set(arrivals).size).toBe(counts.size)
  })
})

// Their words depend on what the time begins with.
it.each([
  [french, 'Jusqu’à lun. ', 'Jusqu’au 10 déc.'],
  [spanish, 'Hasta el lun', 'Hasta el 10 dic'],
])('in $locale, a snooze ends on a day or a date', ({ locale, labels }, onMonday, onDate) => {
  const now = Date.UTC(2026, 10, 6)
  const until = (time: number) => labels.until(formatUntil(time, now, locale, 'UTC'))
  expect(until(Date.UTC(2026, 10, 9, 9))).toContain(onMonday)
  expect(until(Date.UTC(2026, 11, 10, 8))).toContain(onDate)
})

describe('translations from English', () => {
  // Words that are the same in English.
  const shared: Record<string, readonly string[]> = {
    de: ['Filter'],
    fr: ['Notifications'],
    es: [],
    ja: [],
    ar: [],
    'pt-BR': [],
    'zh-CN': [],
  }
  it.each(languages.filter(({ locale }) => locale !== 'en'))('$locale is complete', ({ locale, labels }) => {
    const same = names.filter((name) => typeof labels[name] === 'string' && labels[name] === english.labels[name])
    expect(same.filter((name) => !shared[locale]?.includes(String(labels[name])))).toEqual([])
  })
})

describe('the plural forms that TypeScript requires', () => {
  const source = readFileSync('src/components/language/countLabel.ts', 'utf8')
  const groups = [...source.matchAll(/Record<\s*Words<'([^']+)'>,\s*([^>]+?)\s*>/g)]
  const required = new Map(
    groups.flatMap(([, tags = '', categories = '']) =>
      tags.split(' ').map((tag) => [tag, ['other', ...(categories.match(/\w+(?=')/g) ?? [])]] as const),
    ),
  )
  const letters = 'abcdefghijklmnopqrstuvwxyz'.split('')
  const twoLetters = letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((tag) => Intl.PluralRules.supportedLocalesOf(tag).length > 0 && new Intl.Locale(tag).language === tag)

  it.each([...new Set([...twoLetters, ...required.keys()])])('are those of %s', (tag) => {
    const { pluralCategories } = new Intl.PluralRules(tag).resolvedOptions()
    expect((required.get(tag) ?? ['one', 'other']).toSorted()).toEqual(pluralCategories.toSorted())
  })

  it('are checked', () => {
    // @ts-expect-error -- Hebrew has "two"
    createCountLabel('he')({ one: '', other: '' })
    // @ts-expect-error -- a region has the forms of its language
    createCountLabel('pl-PL')({ one: '', few: '', other: '' })
    // @ts-expect-error -- Chinese has no "one"
    createCountLabel('zh-Hant-TW')({ one: '', other: '' })
    createCountLabel('sr-Latn')({ one: '', few: '', other: '' })
    expect(createCountLabel('hu')({ one: '# egy', other: '#' })(1, '1')).toBe('1 egy')
  })
})

it('examples/language.ts has all English labels as a template', () => {
  expect(template.labels).toMatchObject({ lang: 'en' })
  const text = readFileSync('examples/language.ts', 'utf8')
  const source = ['bellLabels', 'labels']
    .map((file) => readFileSync(`src/components/language/${file}.ts`, 'utf8'))
    .join('')
  const lines = names.map(
    (name) => new RegExp(`^  ${name}: .+,$`, 'm').exec(source.replace(/^export interface[^]*?^}/gm, ''))?.[0] ?? name,
  )
  const texts = lines.map((line) => line.replace('countEnglish', 'count').replace('englishChannels', 'channels'))
  expect(texts.filter((line) => !text.includes(line) && !line.startsWith('  lang:'))).toEqual([])
})

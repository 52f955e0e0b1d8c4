import { useState } from 'react'
import {
  ArrivalSound,
  type ContentFormat,
  FaviconBadge,
  Inbox,
  type InboxLanguage,
  InboxPage,
  MarkReadOnVisit,
  type PreferenceChange,
  TitleCount,
} from 'tidings'
import { sanitizeHtml } from 'tidings/html'
import { arabic } from 'tidings/languages/ar'
import { german } from 'tidings/languages/de'
import { english } from 'tidings/languages/en'
import { persistInbox } from 'tidings/persist'
import { parseRichText } from 'tidings/rich'

const languages: Record<string, InboxLanguage> = { english, german, arabic }
const contents: Record<string, ContentFormat> = { text: 'text', rich: parseRichText, html: { html: sanitizeHtml } }
const layouts = ['popover', 'drawer', 'page'] as const
const themes = ['system', 'light', 'dark'] as const
const densities = ['comfortable', 'compact'] as const

interface ChoiceProps<Value extends string> {
  name: string
  of: readonly Value[]
  value: Value
  onChange: (value: Value) => void
}

const Choice = <Value extends string>({ name, of, value, onChange }: ChoiceProps<Value>) => (
  <label>
    {name}{' '}
    <select value={value} onChange={(event) => onChange(event.target.value as Value)}>
      {of.map((option) => (
        <option key={option}>{option}</option>
      ))}
    </select>
  </label>
)

/** Most features of the inbox, under a strict content security policy. */
export const App = () => {
  const [layout, setLayout] = useState<(typeof layouts)[number]>('popover')
  const [theme, setTheme] = useState<(typeof themes)[number]>('system')
  const [density, setDensity] = useState<(typeof densities)[number]>('comfortable')
  const [language, setLanguage] = useState('english')
  const [content, setContent] = useState('text')
  const [saved, setSaved] = useState('nothing yet')

  const extras = (
    <>
      <TitleCount />
      {/* A static icon, because a drawn count would require `data:` in the policy. */}
      <FaviconBadge href="/icon-new.svg" />
      <ArrivalSound />
      <MarkReadOnVisit />
    </>
  )
  const inbox = {
    ...languages[language],
    subscriberId: 'grace',
    baseUrl: '/api/inbox',
    theme,
    density,
    content: contents[content],
    persist: persistInbox(),
    groupBy: 'day' as const,
    timeZone: 'Europe/Berlin',
    onPreferenceChange: ({ channel, enabled }: PreferenceChange) => setSaved(`${channel}: ${enabled}`),
    onScheduleChange: ({ isEnabled }: { isEnabled: boolean }) => setSaved(`schedule: ${isEnabled}`),
  }
  return (
    <>
      <header className="bar">
        <strong>Your app</strong>
        {layout !== 'page' && (
          <Inbox {...inbox} layout={layout}>
            {extras}
          </Inbox>
        )}
      </header>
      <main className="content">
        <Choice name="Layout" of={layouts} value={layout} onChange={setLayout} />
        <Choice name="Theme" of={themes} value={theme} onChange={setTheme} />
        <Choice name="Density" of={densities} value={density} onChange={setDensity} />
        <Choice name="Language" of={Object.keys(languages)} value={language} onChange={setLanguage} />
        <Choice name="Content" of={Object.keys(contents)} value={content} onChange={setContent} />
        <p>
          Saved: <output>{saved}</output>
        </p>
        {layout === 'page' && <InboxPage {...inbox}>{extras}</InboxPage>}
      </main>
    </>
  )
}

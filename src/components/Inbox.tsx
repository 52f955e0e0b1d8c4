'use client'
import { useState } from 'react'
import { InboxProvider, type InboxProviderProps } from '../hooks/InboxProvider.tsx'
import { Announcer } from './Announcer.tsx'
import { InboxPopover, type InboxPopoverProps } from './InboxPopover.tsx'
import { LanguageProvider, type LanguageProviderProps } from './LanguageProvider.tsx'
import { ContentProvider, type ContentProviderProps } from './ContentProvider.tsx'
import { createPreferenceEdits, PreferenceEditsProvider } from './preferenceEdits.ts'

/** Props of `<Inbox>`. Only `subscriberId` and `baseUrl` are required. */
export interface InboxProps
  extends Omit<InboxProviderProps, 'children'>,
    InboxPopoverProps,
    Pick<LanguageProviderProps, 'labels' | 'locale'>,
    Pick<ContentProviderProps, 'content'> {}

/**
 * The whole inbox: a bell with the number of new notifications, and the panel that it opens. Import
 * `tidings/styles.css` once for its look.
 *
 * ```tsx
 * <Inbox subscriberId={user.id} baseUrl="/api/inbox" />
 * ```
 *
 * With no `subscriberId` (nobody is signed in) nothing is drawn, asked for or kept.
 */
export const Inbox = ({
  theme,
  pageSize,
  onOpen,
  onAction,
  onPreferenceChange,
  onScheduleChange,
  groupOf,
  timeZone,
  content,
  labels,
  locale,
  ...provider
}: InboxProps) => (
  <InboxProvider {...provider}>
    {provider.subscriberId && (
      <SubscriberInbox key={provider.subscriberId} labels={labels} locale={locale} content={content}>
        <InboxPopover
          theme={theme ?? 'system'}
          pageSize={pageSize}
          onOpen={onOpen}
          onAction={onAction}
          onPreferenceChange={onPreferenceChange}
          onScheduleChange={onScheduleChange}
          groupOf={groupOf}
          timeZone={timeZone}
        />
      </SubscriberInbox>
    )}
  </InboxProvider>
)

/** What one subscriber's inbox remembers outside its rows: another subscriber begins with nothing of it. */
const SubscriberInbox = ({ labels, locale, content, children }: LanguageProviderProps & ContentProviderProps) => {
  const [preferenceEdits] = useState(createPreferenceEdits)
  return (
    <LanguageProvider labels={labels} locale={locale}>
      <Announcer>
        <PreferenceEditsProvider value={preferenceEdits}>
          <ContentProvider content={content}>{children}</ContentProvider>
        </PreferenceEditsProvider>
      </Announcer>
    </LanguageProvider>
  )
}

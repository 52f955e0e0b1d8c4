'use client'
import { useState } from 'react'
import { InboxProvider, type InboxProviderProps } from '../hooks/InboxProvider.tsx'
import { Announcer } from './Announcer.tsx'
import { createCtaMemory } from './ctaMemory.ts'
import { InboxPopover, type InboxPopoverProps } from './InboxPopover.tsx'
import { LanguageProvider, type LanguageProviderProps } from './LanguageProvider.tsx'
import { CtaMemoryProvider } from './useCta.ts'

/** Props of `<Inbox>`. Only `subscriberId` and `baseUrl` are required. */
export interface InboxProps
  extends Omit<InboxProviderProps, 'children'>,
    InboxPopoverProps,
    Pick<LanguageProviderProps, 'labels' | 'locale'> {}

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
  theme = 'system',
  pageSize,
  groupBy = 'day',
  shortcuts = true,
  onOpen,
  onAction,
  onPreferenceChange,
  timeZone,
  labels,
  locale,
  ...provider
}: InboxProps) => (
  <InboxProvider {...provider}>
    {provider.subscriberId && (
      <SubscriberInbox key={provider.subscriberId} labels={labels} locale={locale}>
        <InboxPopover
          theme={theme}
          pageSize={pageSize}
          groupBy={groupBy}
          shortcuts={shortcuts}
          onOpen={onOpen}
          onAction={onAction}
          onPreferenceChange={onPreferenceChange}
          timeZone={timeZone}
        />
      </SubscriberInbox>
    )}
  </InboxProvider>
)

/** What one subscriber's inbox remembers outside its rows: another subscriber begins with nothing of it. */
const SubscriberInbox = ({ labels, locale, children }: LanguageProviderProps) => {
  const [ctaMemory] = useState(createCtaMemory)
  return (
    <LanguageProvider labels={labels} locale={locale}>
      <Announcer>
        <CtaMemoryProvider value={ctaMemory}>{children}</CtaMemoryProvider>
      </Announcer>
    </LanguageProvider>
  )
}

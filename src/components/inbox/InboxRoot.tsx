'use client'
import type { ReactNode } from 'react'
import { InboxProvider } from '../../hooks/provider/InboxProvider.tsx'
import type { InboxProviderProps } from '../../hooks/provider/inboxProviderProps.ts'
import { asName } from '../../state/model/inboxKeys.ts'
import { ErrorBoundary } from '../base/ErrorBoundary.tsx'
import { stateAttribute } from '../base/stateAttributes.ts'
import { ContentProvider, type ContentProviderProps } from '../content/ContentProvider.tsx'
import { Announcer } from '../feedback/Announcer.tsx'
import { directionOf, LanguageProvider, type LanguageProviderProps, readLocale } from '../language/LanguageProvider.tsx'
import { checkStyles } from './checkStyles.ts'

/** How an inbox looks as a whole. */
export interface InboxLook {
  /**
   * Colors: "light", "dark", or "system", which follows the reader's system. Default: the nearest `data-tidings-theme` around the
   * inbox decides, else the page's own `color-scheme`, which is light where the page sets none.
   */
  theme?: 'light' | 'dark' | 'system' | undefined
  /** Room in and between rows: "comfortable" or "compact". Default: as `data-tidings-density` around it says, else "comfortable". */
  density?: 'comfortable' | 'compact' | undefined
  /**
   * Takes the look away and leaves what things need to work: the panel's place, the scrolling list, links that cover
   * their rows, texts for screen readers alone. The rest is yours, by class and `data-*`. Default false.
   */
  unstyled?: boolean | undefined
}

export interface InboxRootProps
  extends
    Omit<InboxProviderProps, 'children'>,
    InboxLook,
    Pick<LanguageProviderProps, 'labels' | 'locale'>,
    Pick<ContentProviderProps, 'content'> {
  /** How the parts inside are laid out. */
  layout: 'popover' | 'drawer' | 'page'
  children: ReactNode
}

type SubscriberInboxProps = Pick<
  InboxRootProps,
  keyof InboxLook | 'layout' | 'labels' | 'locale' | 'content' | 'children'
>

/** What one subscriber's inbox remembers outside its rows: another subscriber begins with nothing of it. */
const SubscriberInbox = ({
  layout,
  theme,
  density,
  unstyled = false,
  labels,
  locale: given,
  content,
  children,
}: SubscriberInboxProps) => {
  const locale = readLocale(given)
  return (
    <LanguageProvider labels={labels} locale={locale}>
      <div
        className="tidings"
        // A test has no style sheet, and wants none.
        ref={process.env.NODE_ENV === 'development' && !unstyled ? checkStyles : undefined}
        // Without a locale the inbox is in the page's language, and runs as the page does.
        lang={locale}
        dir={locale && directionOf(locale)}
        data-layout={layout}
        data-tidings-theme={theme}
        data-tidings-density={density}
        data-tidings-unstyled={stateAttribute(unstyled)}
      >
        <Announcer>
          <ContentProvider content={content}>{children}</ContentProvider>
        </Announcer>
      </div>
    </LanguageProvider>
  )
}

/** What every layout of the inbox stands in: one subscriber's inbox, its look and its language. Nobody signed in: nothing. */
export const InboxRoot = (props: InboxRootProps) => {
  const subscriberId = asName(props.subscriberId)
  return (
    <InboxProvider {...props}>
      {subscriberId && (
        // An inbox that fails to render hides itself.
        <ErrorBoundary key={subscriberId}>
          <SubscriberInbox {...props} />
        </ErrorBoundary>
      )}
    </InboxProvider>
  )
}

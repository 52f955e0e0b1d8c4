'use client'
import type { ReactNode } from 'react'
import { InboxProvider } from '../../hooks/provider/InboxProvider.tsx'
import type { InboxProviderProps } from '../../hooks/provider/inboxProviderProps.ts'
import { asName } from '../../state/model/inboxKeys.ts'
import { ErrorBoundary } from '../base/ErrorBoundary.tsx'
import { stateAttribute } from '../base/stateAttribute.ts'
import { ContentProvider, type ContentProviderProps } from '../content/ContentProvider.tsx'
import { Announcer } from '../feedback/Announcer.tsx'
import { directionOf, LanguageProvider, type LanguageProviderProps, readLocale } from '../language/LanguageProvider.tsx'
import { checkStyles } from './checkStyles.ts'

/** The look of an inbox. */
export interface InboxLook {
  /**
   * Colors: "light", "dark", or "system" for the reader's system setting. Default: the nearest `data-tidings-theme`
   * around the inbox, else the `color-scheme` of the app, which is light if the app sets none.
   */
  theme?: 'light' | 'dark' | 'system' | undefined
  /**
   * Space in and between rows: "comfortable" or "compact". Default: the nearest `data-tidings-density`, else
   * "comfortable".
   */
  density?: 'comfortable' | 'compact' | undefined
  /**
   * Removes the look, and leaves only the styles that parts need to work: the panel's position, the scrolling list,
   * links that cover their rows, texts for screen readers. Style the rest by class and `data-*`. Default false.
   */
  unstyled?: boolean | undefined
}

export interface InboxRootProps
  extends
    Omit<InboxProviderProps, 'children'>,
    InboxLook,
    Pick<LanguageProviderProps, 'labels' | 'locale'>,
    Pick<ContentProviderProps, 'content'> {
  layout: 'popover' | 'drawer' | 'page'
  children: ReactNode
}

type SubscriberInboxProps = Pick<
  InboxRootProps,
  keyof InboxLook | 'layout' | 'labels' | 'locale' | 'content' | 'children'
>

/** Another subscriber mounts a new one, so that no state is shared. */
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
        // Not in production, and not in tests, which have no style sheet.
        ref={process.env.NODE_ENV === 'development' && !unstyled ? checkStyles : undefined}
        // Without a locale, the inbox inherits the language and direction of the document.
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

/**
 * The root of every layout: provider, look and language of one subscriber's inbox. Without a subscriber it renders
 * nothing.
 */
export const InboxRoot = (props: InboxRootProps) => {
  const subscriberId = asName(props.subscriberId)
  return (
    <InboxProvider {...props}>
      {subscriberId && (
        // An inbox that fails to render renders nothing.
        <ErrorBoundary key={subscriberId}>
          <SubscriberInbox {...props} />
        </ErrorBoundary>
      )}
    </InboxProvider>
  )
}

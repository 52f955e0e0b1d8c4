'use client'
import type { ReactNode } from 'react'
import { InboxProvider } from '../../hooks/provider/InboxProvider.tsx'
import type { InboxProviderProps } from '../../hooks/provider/inboxProviderProps.ts'
import { asName } from '../../state/model/inboxKeys.ts'
import { ErrorBoundary } from '../base/ErrorBoundary.tsx'
import { limitMotion } from '../base/limitMotion.ts'
import { stateAttribute } from '../base/stateAttribute.ts'
import { ContentProvider, type ContentProviderProps } from '../content/ContentProvider.tsx'
import { Announcer } from '../feedback/Announcer.tsx'
import {
  LanguageProvider,
  type LanguageProviderProps,
  StatedLanguageContext,
  useLanguageAttributes,
} from '../language/LanguageProvider.tsx'
import { checkStyles } from './checkStyles.ts'

/** The look of an inbox. */
export interface InboxLook {
  /**
   * Colors: "light", "dark", or "system" for the user's system setting. Default: the nearest `data-tidings-theme`
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

type RootElementProps = Pick<InboxRootProps, keyof InboxLook | 'layout' | 'content' | 'children'>

const limitAndCheck = (root: HTMLElement | null) => {
  limitMotion(root)
  checkStyles(root)
}

const RootElement = ({ layout, theme, density, unstyled = false, content, children }: RootElementProps) => {
  const language = useLanguageAttributes()
  return (
    <div
      className="tidings"
      // Production checks nothing, and neither do tests, which have no style sheet.
      ref={process.env.NODE_ENV === 'development' && !unstyled ? limitAndCheck : limitMotion}
      {...language}
      data-layout={layout}
      data-tidings-theme={theme}
      data-tidings-density={density}
      data-tidings-unstyled={stateAttribute(unstyled)}
    >
      <StatedLanguageContext.Provider value={language.lang}>
        <Announcer>
          <ContentProvider content={content}>{children}</ContentProvider>
        </Announcer>
      </StatedLanguageContext.Provider>
    </div>
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
        // An inbox that fails to render renders nothing. Another subscriber mounts a new one, so no state is shared.
        <ErrorBoundary key={subscriberId}>
          <LanguageProvider labels={props.labels} locale={props.locale}>
            <RootElement {...props} />
          </LanguageProvider>
        </ErrorBoundary>
      )}
    </InboxProvider>
  )
}

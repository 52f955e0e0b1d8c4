'use client'
import { useRef, useState } from 'react'
import { useCountValue } from '../../hooks/feed/useCount.ts'
import { useInbox } from '../../hooks/provider/InboxProvider.tsx'
import { useOnline } from '../../hooks/utils/useOnline.ts'
import { useUniqueId } from '../../hooks/utils/useUniqueId.ts'
import type { Count } from '../../state/marks/countAfterMarks.ts'
import { useEscape } from '../base/useEscape.ts'
import { useAnnounce } from '../feedback/Announcer.tsx'
import { type OnDemand, useOnDemand } from '../feedback/onDemand.ts'
import { PartOnDemand } from '../feedback/PartOnDemand.tsx'
import { useBellLabels, useGivenLabels } from '../language/LanguageProvider.tsx'
import { useCloseRequest } from '../panel/useCloseRequest.ts'
import { useHeaderElement } from '../panel/useHeaderElement.tsx'
import type { InboxPanelProps, InboxView } from './inboxPanelProps.ts'
import type { PanelContent } from './panelContent.ts'

const unread = { read: false }
const isAny = (count: Count | undefined) => count && count.count > 0

export interface InboxFrameProps extends InboxPanelProps {
  /** The code of the list, the keys and the preferences. */
  code: OnDemand<PanelContent>
}

/**
 * The header, and below it the list or the preferences. Every browser page with a bell loads it, so that a click shows
 * it at once. The rest is loaded on demand, and takes the place of a skeleton.
 */
export const InboxFrame = ({ code, preferences = 'edit', shortcuts = true, ...rest }: InboxFrameProps) => {
  const { onClose, onPreferenceChange, onScheduleChange, groupOf, timeZone } = rest
  const labels = useBellLabels()
  const given = useGivenLabels()
  const announce = useAnnounce()
  const isOnline = useOnline()
  const { store } = useInbox()
  const tabsId = useUniqueId()
  const content = useRef<HTMLDivElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const [isInPreferences, setInPreferences] = useState(false)
  const [selected, setTab] = useState<string>()
  const [view, setView] = useState<InboxView>()
  const [isHelpOpen, setHelpOpen] = useState(false)
  const { value: hasUnread, query: unreadQuery } = useCountValue(unread, isAny)
  const state = useOnDemand(code)
  const loaded = state.status === 'ready' ? state.code : undefined
  const markAll = () => loaded?.markAll(store, given, isOnline ? undefined : announce)
  const showPreferences = preferences === 'none' ? undefined : () => setInPreferences(true)
  const showFeed = () => setInPreferences(false)
  const showView = (next: InboxView | undefined) => {
    // Otherwise the list of the next view would announce the notice again.
    loaded?.showUndo(store, undefined)
    setView(next)
  }
  const onBack = isInPreferences ? showFeed : () => showView(undefined)
  const isAside = isInPreferences || view !== undefined
  useCloseRequest(isAside, onBack)
  // The first Escape leaves the preferences, the next one closes the panel.
  const leaveOnEscape = useEscape(content, isAside ? onBack : undefined)
  const menu = loaded && <loaded.ViewMenu view={view} onViewChange={showView} />

  const header = useHeaderElement(
    isAside
      ? isInPreferences
        ? { title: labels.preferences, onBack, onClose }
        : { title: loaded && view && <loaded.ViewTitle view={view} />, menu, onBack, onClose }
      : {
          // How many are unread. Without such a tab, there is no element with this id.
          describedBy: `${tabsId}-tab-count`,
          onMarkAllAsRead: markAll,
          markAllDisabled: !loaded || hasUnread === false || (!hasUnread && unreadQuery.isError),
          menu,
          onPreferences: showPreferences,
          onClose,
          onPointerEnter: loaded?.preferencesCode.load,
        },
    undefined,
    title,
  )
  return (
    <>
      <div
        ref={content}
        className="tidings-inbox"
        aria-busy={(!loaded && !isInPreferences && state.status !== 'failed') || undefined}
        onKeyDown={leaveOnEscape}
      >
        {header}
        <PartOnDemand
          code={code}
          failedMessage={isInPreferences ? labels.preferencesFailed : labels.feedFailed}
          within={title}
        >
          {({ InboxList, PreferencesOnDemand }) =>
            isInPreferences ? (
              <PreferencesOnDemand
                readOnly={preferences === 'read'}
                onPreferenceChange={onPreferenceChange}
                onScheduleChange={onScheduleChange}
                groupOf={groupOf}
                timeZone={timeZone}
                within={title}
              />
            ) : (
              <InboxList
                {...rest}
                tabsId={tabsId}
                view={view}
                selected={selected}
                onSelect={setTab}
                shortcuts={shortcuts && !isHelpOpen}
                onPreferences={showPreferences}
              />
            )
          }
        </PartOnDemand>
      </div>
      {loaded && (
        <loaded.PanelKeys
          content={content}
          isInPreferences={isInPreferences}
          shortcuts={shortcuts}
          isHelpOpen={isHelpOpen}
          onHelpChange={setHelpOpen}
          onMarkAllAsRead={view ? undefined : markAll}
          onPreferences={showPreferences}
        />
      )}
    </>
  )
}

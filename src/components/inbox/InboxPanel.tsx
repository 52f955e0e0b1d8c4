'use client'
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { useCountValue } from '../../hooks/feed/useCount.ts'
import { useInbox } from '../../hooks/provider/InboxProvider.tsx'
import { useBrowserLayoutEffect } from '../../hooks/utils/useLatest.ts'
import { useOnline } from '../../hooks/utils/useOnline.ts'
import { markAll as markAllMessages } from '../../state/intents/undoableMarks.ts'
import type { Count } from '../../state/marks/countAfterMarks.ts'
import type { FeedFilter } from '../../state/model/feedFilter.ts'
import { memoizeByOwner } from '../../state/model/memoizeByOwner.ts'
import { activeElementNear, focusIsLost } from '../base/focus.ts'
import { BellIcon } from '../base/icons.tsx'
import { onEscape } from '../base/pressedKey.ts'
import type { ListPlace } from '../feed/listView.ts'
import { ListPlaceContext } from '../feed/useListWindow.ts'
import { useAnnounce } from '../feedback/Announcer.tsx'
import { EmptyState } from '../feedback/EmptyState.tsx'
import { OfflineStrip } from '../feedback/OfflineStrip.tsx'
import { onDemand } from '../feedback/onDemand.ts'
import { PartOnDemand } from '../feedback/PartOnDemand.tsx'
import { addressInThisTab } from '../item/openNotification.ts'
import { useLabels } from '../language/useLabels.ts'
import { Badge } from '../panel/Badge.tsx'
import { PanelHeader } from '../panel/PanelHeader.tsx'
import { ShortcutsHelp } from '../panel/ShortcutsHelp.tsx'
import { tabId, TabPanel, Tabs } from '../panel/Tabs.tsx'
import { useCloseRequest } from '../panel/useCloseRequest.ts'
import { usePanelKeys, useScrollKeys } from '../panel/usePanelKeys.ts'
import { FailedMarksNotice } from './FailedMarksNotice.tsx'
import { InboxFeed, type InboxFeedProps, type InboxHandlers } from './InboxFeed.tsx'
import type { InboxPreferencesProps } from './InboxPreferences.tsx'
import { LastMarkNotice, lastMarkOf } from './UndoNotice.tsx'

/**
 * Makes one element modal over another while `isOpen`: it takes the focus, and the element beneath is inert. On
 * closing, the focus returns to where it was.
 */
export const useModal = (
  isOpen: boolean,
  overRef: RefObject<HTMLElement | null>,
  beneathRef: RefObject<HTMLElement | null>,
) => {
  useBrowserLayoutEffect(() => {
    const [over, beneath] = [overRef.current, beneathRef.current]
    if (!isOpen || !over || !beneath) return undefined
    const before = activeElementNear(over) as HTMLElement | null
    beneath.inert = true
    over.focus({ preventScroll: true })
    return () => {
      beneath.inert = false
      const isOurs = over.contains(activeElementNear(over)) || focusIsLost(beneath)
      // If it was removed, this does nothing.
      if (isOurs) before?.focus({ preventScroll: true })
    }
  }, [isOpen, overRef, beneathRef])
}

/** A tab above the list. */
export interface InboxTab {
  /** Text of the tab. */
  title: string
  /** The notifications of the tab: `{}` for all, `{ read: false }`, `{ payload: { kind: 'mention' } }`. */
  filter: FeedFilter
  /** Which notifications of the tab its badge counts. Default: the tab has no badge. */
  count?: 'unread' | 'unseen' | undefined
}

export interface InboxPanelProps
  extends
    InboxHandlers,
    Pick<InboxFeedProps, 'seenWhen' | 'groupBy' | 'kinds' | 'renderItem'>,
    Pick<InboxPreferencesProps, 'onPreferenceChange' | 'onScheduleChange' | 'groupOf' | 'timeZone'> {
  /** Notifications per request, 1 to 100. Default 20. */
  pageSize?: number | undefined
  /**
   * Tabs above the list. With one or none, no tab shows. "Mark all as read" marks every notification. Default: all, and
   * unread.
   */
  tabs?: readonly InboxTab[] | undefined
  /** Renders below the list, such as a link to a page with all notifications. */
  footer?: ReactNode
  /**
   * Whether readers can change their preferences ("edit"), see them ("read"), or have no preferences here ("none").
   * Default "edit".
   */
  preferences?: 'edit' | 'read' | 'none' | undefined
  /** Enables the keyboard shortcuts while the focus is in the panel. "?" lists them. Default true. */
  shortcuts?: boolean
  /**
   * Closes the panel. Called by the "Close" button of a panel that fills the screen, and when the reader opens a
   * notification whose link navigates in this browser tab. Without it the panel stays open.
   */
  onClose?: (() => void) | undefined
}

/** Loaded on demand, since few readers open the preferences. */
const preferencesCode = onDemand(async () => (await import('./InboxPreferences.tsx')).InboxPreferences)

const unread = { read: false }
const counted = { unread, unseen: { seen: false } }

const numberOf = (count: Count | undefined) => count?.count ?? null
const isAny = (count: Count | undefined) => count && count.count > 0

/** Where the lists of the tabs were when they were last open, by the tab's index. */
const placesOf = memoizeByOwner((): Record<string, { last?: ListPlace }> => ({}))

/** A component of its own, so that a mark renders the number, and not the panel. It is part of the tab's name. */
const CountBadge = ({ filter }: { filter: FeedFilter }) => (
  <>
    {' '}
    <Badge count={useCountValue(filter, numberOf).value} aria-hidden={false} />
  </>
)

/** The content of the panel: header, tabs and list, or the preferences. */
export const InboxPanel = ({
  pageSize,
  tabs,
  footer,
  seenWhen,
  groupBy,
  kinds,
  renderItem,
  preferences = 'edit',
  shortcuts = true,
  onOpen,
  navigate,
  onAction,
  onPreferenceChange,
  onScheduleChange,
  groupOf,
  timeZone,
  onClose,
}: InboxPanelProps) => {
  const labels = useLabels()
  const announce = useAnnounce()
  const isOnline = useOnline()
  const tabsId = useId()
  const content = useRef<HTMLDivElement>(null)
  const help = useRef<HTMLDivElement>(null)
  const [isInPreferences, setInPreferences] = useState(false)
  const [selected, setTab] = useState('0')
  const shownTabs = tabs ?? [
    { title: labels.all, filter: {} },
    { title: labels.unread, filter: unread, count: 'unread' as const },
  ]
  const hasTabs = shownTabs.length > 1
  // The app may have removed the selected tab.
  const tab = selected in shownTabs ? selected : '0'
  const tabFilter = shownTabs[Number(tab)]?.filter ?? {}
  const [isHelpOpen, setHelpOpen] = useState(false)
  const hasKeys = shortcuts && !isHelpOpen
  const { store } = useInbox()
  const { value: hasUnread, query: unreadQuery } = useCountValue(unread, isAny)
  const hasNothingToMark = hasUnread === false || (!hasUnread && unreadQuery.isError)
  const markAll = () => {
    const last = lastMarkOf(store)
    last.setState(undefined)
    // Not `useMarkAll`, whose mutations add 1 kB to each panel. FailedMarksNotice shows a failure.
    markAllMessages(store, 'read', undefined).then(
      ({ count, undo }) => last.setState(undo && count > 0 ? { count, undo } : undefined),
      () => undefined,
    )
    // Online, UndoNotice announces the result after the service's response.
    if (!isOnline) announce(labels.offline)
  }
  const open: InboxHandlers['onOpen'] = (notification, event) => {
    onOpen?.(notification, event)
    if (onClose && addressInThisTab(notification, event)) onClose()
  }
  /** The row that had the focus when its keys opened the preferences. */
  const leftRow = useRef<string>(undefined)
  const hasPreferences = preferences !== 'none'
  const showPreferences = hasPreferences
    ? () => {
        leftRow.current = content.current?.querySelector<HTMLElement>('[data-id]:focus-within')?.dataset.id
        setInPreferences(true)
      }
    : undefined
  useBrowserLayoutEffect(() => {
    // After the header, whose button has got the focus. It keeps it if the row is gone.
    // JSON escapes a quote in an id as CSS does.
    content.current?.querySelector<HTMLElement>(`[data-id=${JSON.stringify(leftRow.current)}]`)?.focus()
  }, [isInPreferences])

  useModal(isHelpOpen, help, content)
  usePanelKeys(content, hasKeys, {
    ...(!isInPreferences && { markAll, showPreferences }),
    showHelp: () => setHelpOpen(true),
  })

  useScrollKeys(content)

  const showFeed = () => setInPreferences(false)
  useCloseRequest(isInPreferences, showFeed)
  // The first Escape leaves the preferences, the next one closes the panel.
  const leaveOnEscape = (event: KeyboardEvent) => {
    if (isInPreferences) onEscape(event, showFeed)
  }

  const list = (
    <>
      {/* The notices float over the end of the list, so that no row moves. Tab reaches them before the list. */}
      <div className="tidings-notices">
        <FailedMarksNotice />
        <LastMarkNotice shortcuts={hasKeys} />
        <OfflineStrip />
      </div>
      {/* The key gives each tab its own list, with its own scroll offset and focus. */}
      <ListPlaceContext.Provider key={tab} value={(placesOf(store)[tab] ??= {})}>
        <InboxFeed
          filter={tabFilter}
          // A reader may have caught up with a list of unread or unseen ones. Any other never had a notification.
          empty={
            'read' in tabFilter || 'seen' in tabFilter ? undefined : (
              <EmptyState title={labels.nothingYet} icon={<BellIcon />}>
                {hasPreferences && (
                  <button type="button" className="tidings-button" onClick={showPreferences}>
                    {labels.chooseWhat}
                  </button>
                )}
              </EmptyState>
            )
          }
          pageSize={pageSize}
          seenWhen={seenWhen}
          groupBy={groupBy}
          kinds={kinds}
          renderItem={renderItem}
          shortcuts={hasKeys}
          onOpen={open}
          navigate={navigate}
          onAction={onAction}
        />
      </ListPlaceContext.Provider>
    </>
  )

  return (
    <>
      <div ref={content} className="tidings-inbox" onKeyDown={leaveOnEscape}>
        {isInPreferences ? (
          <>
            <PanelHeader title={labels.preferences} onBack={showFeed} onClose={onClose} />
            <PartOnDemand code={preferencesCode} failedMessage={labels.preferencesFailed} within={content}>
              {(InboxPreferences) => (
                <InboxPreferences
                  readOnly={preferences === 'read'}
                  onPreferenceChange={onPreferenceChange}
                  onScheduleChange={onScheduleChange}
                  groupOf={groupOf}
                  timeZone={timeZone}
                />
              )}
            </PartOnDemand>
          </>
        ) : (
          <>
            <PanelHeader
              // How many are unread. Without such a tab, there is no element with this id.
              describedBy={tabId(tabsId, String(shownTabs.findIndex(({ count }) => count)))}
              onMarkAllAsRead={markAll}
              markAllDisabled={hasNothingToMark}
              onPreferences={showPreferences}
              onClose={onClose}
              onPointerEnter={preferencesCode.load}
            />
            {hasTabs && (
              <Tabs
                id={tabsId}
                aria-label={labels.filters}
                tabs={shownTabs.map(({ title, filter, count }, index) => ({
                  value: String(index),
                  label: title,
                  extra: count && <CountBadge filter={{ ...filter, ...counted[count] }} />,
                }))}
                value={tab}
                onValueChange={setTab}
              />
            )}
            {hasTabs ? (
              <TabPanel tabsId={tabsId} value={tab}>
                {list}
              </TabPanel>
            ) : (
              <div className="tidings-tabpanel">{list}</div>
            )}
            {footer && <div className="tidings-footer">{footer}</div>}
          </>
        )}
      </div>
      {isHelpOpen && <ShortcutsHelp ref={help} preferences={hasPreferences} onClose={() => setHelpOpen(false)} />}
    </>
  )
}

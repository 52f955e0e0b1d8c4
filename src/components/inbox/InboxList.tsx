'use client'
import { isObject } from '../../contract/isObject.ts'
import { useCountValue } from '../../hooks/feed/useCount.ts'
import { useInbox } from '../../hooks/provider/InboxProvider.tsx'
import { useHrefOf } from '../../hooks/provider/useHrefOf.ts'
import type { Count } from '../../state/marks/countAfterMarks.ts'
import type { FeedFilter } from '../../state/model/feedFilter.ts'
import { memoizeByOwner } from '../../state/model/memoizeByOwner.ts'
import { BellIcon } from '../base/icons.tsx'
import type { ListPlace } from '../feed/listView.ts'
import { ListPlaceContext } from '../feed/useListWindow.ts'
import { EmptyState } from '../feedback/EmptyState.tsx'
import { opensInThisTab } from '../item/openNotification.ts'
import { useLabels } from '../language/useLabels.ts'
import { Badge } from '../panel/Badge.tsx'
import { TabPanel, Tabs } from '../panel/Tabs.tsx'
import { InboxFeed, type InboxHandlers } from './InboxFeed.tsx'
import type { InboxPanelProps, InboxTab, InboxView } from './inboxPanelProps.ts'
import { Notices } from './Notices.tsx'

const unread = { read: false }
const counted = { unread, unseen: { seen: false } }

const numberOf = (count: Count | undefined) => count?.count ?? null

/**
 * The tabs of the app that can be shown. In JavaScript, `isAdmin && {…}` leaves a false among them, and a translation
 * may be missing. `checkProps` warns.
 */
const readTabs = (tabs: unknown): InboxTab[] | undefined =>
  Array.isArray(tabs)
    ? tabs.flatMap((tab: unknown) => {
        if (!isObject(tab) || typeof tab.title !== 'string') return []
        const { filter = {} } = tab
        return isObject(filter) ? { ...(tab as unknown as InboxTab), filter } : []
      })
    : undefined

/** Where the lists of the tabs were when they were last open, by the tab's value. */
const placesOf = memoizeByOwner((): Record<string, { last?: ListPlace }> => ({}))

/** A component of its own, so that a mark renders the number, and not the panel. It is part of the tab's name. */
const CountBadge = ({ filter }: { filter: FeedFilter }) => (
  <>
    {' '}
    <Badge count={useCountValue(filter, numberOf).value} aria-hidden={false} />
  </>
)

export interface InboxListProps extends Omit<InboxPanelProps, 'preferences'> {
  /** Prefix of the ids of the tabs. The id of the first one with a count ends with "count": see describedBy. */
  tabsId: string
  /** Shows other notifications in place of the tabs. */
  view: InboxView | undefined
  /** The selected tab. The app may have removed it. */
  selected: string | undefined
  onSelect: (tab: string) => void
  onPreferences: (() => void) | undefined
}

/** The content of the panel below its header: tabs and list. */
export const InboxList = ({
  tabsId,
  view,
  selected = '',
  onSelect,
  tabs,
  footer,
  shortcuts = true,
  onOpen,
  onPreferences,
  onClose,
  pageSize,
  seenWhen,
  groupBy,
  kinds,
  renderItem,
  navigate,
  onAction,
  snoozePresets,
  timeZone,
}: InboxListProps) => {
  const labels = useLabels()
  const { store } = useInbox()
  const hrefOf = useHrefOf()
  const shownTabs = readTabs(tabs) ?? [
    { title: labels.all, filter: {} },
    { title: labels.unread, filter: unread, count: 'unread' as const },
  ]
  const hasTabs = !view && shownTabs.length > 1
  const described = shownTabs.findIndex(({ count }) => count)
  const values = shownTabs.map((_, index) => (index === described ? 'count' : String(index)))
  const selectedIndex = Math.max(0, values.indexOf(selected))
  const tab = values[selectedIndex] ?? ''
  const place = view ?? tab
  const tabFilter: FeedFilter = view ? { [view]: true } : (shownTabs[selectedIndex]?.filter ?? {})
  const open: InboxHandlers['onOpen'] = (notification, event) => {
    onOpen?.(notification, event)
    if (onClose && opensInThisTab(hrefOf(notification.cta.data?.url), event)) onClose()
  }

  const list = (
    <>
      <Notices shortcuts={shortcuts} />
      {/* The key gives each tab its own list, with its own scroll offset and focus. */}
      <ListPlaceContext.Provider key={place} value={(placesOf(store)[place] ??= {})}>
        <InboxFeed
          filter={tabFilter}
          // A user may have caught up with a list of unread or unseen ones. Any other never had a notification.
          empty={
            ['archived', 'snoozed', 'read', 'seen'].some((name) => name in tabFilter) ? undefined : (
              <EmptyState title={labels.nothingYet} icon={<BellIcon />}>
                {onPreferences && (
                  <button type="button" className="tidings-button" onClick={onPreferences}>
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
          shortcuts={shortcuts}
          onOpen={open}
          navigate={navigate}
          onAction={onAction}
          snoozePresets={snoozePresets}
          timeZone={timeZone}
        />
      </ListPlaceContext.Provider>
    </>
  )

  return (
    <>
      {hasTabs && (
        <Tabs
          id={tabsId}
          aria-label={labels.filters}
          tabs={shownTabs.map(({ title, filter, count }, index) => ({
            value: values[index] ?? '',
            label: title,
            extra: count && <CountBadge filter={{ ...filter, ...counted[count] }} />,
          }))}
          value={tab}
          onValueChange={onSelect}
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
  )
}

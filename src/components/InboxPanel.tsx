'use client'
import { useId, useState } from 'react'
import { useMarkAll } from '../hooks/useMarkAll.ts'
import type { FeedFilter } from '../state/feedFilter.ts'
import { FailedMarksNotice } from './FailedMarksNotice.tsx'
import { InboxFeed, type InboxFeedProps, type InboxHandlers } from './InboxFeed.tsx'
import { InboxPreferences, type InboxPreferencesProps } from './InboxPreferences.tsx'
import { useLabels } from './LanguageProvider.tsx'
import { PanelHeader } from './PanelHeader.tsx'
import { TabPanel, Tabs } from './Tabs.tsx'
import { UndoNotice } from './UndoNotice.tsx'

export interface InboxPanelProps
  extends InboxHandlers,
    Pick<InboxFeedProps, 'seenWhen'>,
    Pick<InboxPreferencesProps, 'onPreferenceChange' | 'onScheduleChange' | 'groupOf' | 'timeZone'> {
  /** Notifications of one request, 1 to 100. Default 20. */
  pageSize?: number | undefined
  /** Closes the panel: for the button that shows where the panel fills the screen. */
  onClose?: (() => void) | undefined
}

const filters = { all: {}, unread: { read: false } } satisfies Record<string, FeedFilter>
type TabName = keyof typeof filters

/** What stands inside the panel: header, tabs and list, or the preferences. */
export const InboxPanel = ({
  pageSize,
  seenWhen,
  onOpen,
  onAction,
  onPreferenceChange,
  onScheduleChange,
  groupOf,
  timeZone,
  onClose,
}: InboxPanelProps) => {
  const labels = useLabels()
  const tabsId = useId()
  const [view, setView] = useState<'feed' | 'preferences'>('feed')
  const [tab, setTab] = useState<TabName>('all')
  const { mutate: markAll, data: markedCount = 0, undo, reset: forgetMarkAll } = useMarkAll()

  if (view === 'preferences')
    return (
      <>
        <PanelHeader title={labels.preferences} onBack={() => setView('feed')} onClose={onClose} />
        <InboxPreferences
          onPreferenceChange={onPreferenceChange}
          onScheduleChange={onScheduleChange}
          groupOf={groupOf}
          timeZone={timeZone}
        />
      </>
    )
  return (
    <>
      <PanelHeader
        onMarkAllAsRead={() => markAll({ markAs: 'read', undoable: true })}
        onPreferences={() => setView('preferences')}
        onClose={onClose}
      />
      <Tabs
        id={tabsId}
        aria-label={labels.filters}
        tabs={[
          { value: 'all', label: labels.all },
          { value: 'unread', label: labels.unread },
        ]}
        value={tab}
        onValueChange={setTab}
      />
      <FailedMarksNotice />
      {undo && markedCount > 0 && <UndoNotice count={markedCount} undo={undo} onDone={forgetMarkAll} />}
      <TabPanel tabsId={tabsId} value={tab}>
        {/* A list of its own for each tab: its place and its focus belong to it. */}
        <InboxFeed key={tab} filter={filters[tab]} pageSize={pageSize} seenWhen={seenWhen} onOpen={onOpen} onAction={onAction} />
      </TabPanel>
    </>
  )
}

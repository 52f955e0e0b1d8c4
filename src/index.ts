export * from './hooks/index.ts'
export { Announcer, useAnnounce, type Announce } from './components/Announcer.tsx'
export { ArrivalsPill, type ArrivalsPillProps } from './components/ArrivalsPill.tsx'
export { Avatar, type AvatarProps } from './components/Avatar.tsx'
export { Badge, type BadgeProps } from './components/Badge.tsx'
export { Bell, type BellProps } from './components/Bell.tsx'
export { ChannelList, type ChannelListProps } from './components/ChannelList.tsx'
export {
  ContentProvider,
  useContentFormat,
  type ContentFormat,
  type ContentProviderProps,
  type HtmlSanitizer,
} from './components/ContentProvider.tsx'
export { ContentText } from './components/ContentText.tsx'
export { CtaButtons, type CtaButtonsProps } from './components/CtaButtons.tsx'
export { createCtaMemory, type CtaMemory, type CtaState } from './components/ctaMemory.ts'
export { EmptyState, type EmptyStateProps } from './components/EmptyState.tsx'
export { ErrorState, type ErrorStateProps } from './components/ErrorState.tsx'
export { Feed, type FeedProps } from './components/Feed.tsx'
export { FeedSkeleton, type FeedSkeletonProps } from './components/FeedSkeleton.tsx'
export { createCountLabel, type CountLabel } from './components/countLabel.ts'
export { Inbox, type InboxProps } from './components/Inbox.tsx'
export { InboxFeed, type InboxFeedProps, type InboxHandlers } from './components/InboxFeed.tsx'
export { InboxPage, type InboxPageProps } from './components/InboxPage.tsx'
export { InboxPanel, type InboxPanelProps } from './components/InboxPanel.tsx'
export { InboxPopover, type InboxPopoverProps } from './components/InboxPopover.tsx'
export { InboxPreferences, type InboxPreferencesProps } from './components/InboxPreferences.tsx'
export type { InboxLook } from './components/InboxRoot.tsx'
export { englishLabels, type InboxLabels, type InboxLanguage } from './components/labels.ts'
export { LanguageProvider, useLabels, useLocale, type LanguageProviderProps } from './components/LanguageProvider.tsx'
export type { NotificationHandlers } from './components/NotificationBody.tsx'
export { NotificationItem, type NotificationItemProps } from './components/NotificationItem.tsx'
export { Panel, type PanelProps } from './components/Panel.tsx'
export { PanelHeader, type PanelHeaderProps } from './components/PanelHeader.tsx'
export { createEditMemory, type Edit, type EditMemory, type EditRequest } from './components/editMemory.ts'
export {
  createPreferenceEdits,
  PreferenceEditsProvider,
  type PreferenceEdits,
  type ScheduleFieldValue,
} from './components/preferenceEdits.ts'
export type { GroupOf, WorkflowInfo } from './components/preferenceGroups.ts'
export { PreferencesView, type PreferenceChange, type PreferencesViewProps } from './components/PreferencesView.tsx'
export { RelativeTime, type RelativeTimeProps } from './components/RelativeTime.tsx'
export { ScheduleView, type ScheduleViewProps } from './components/ScheduleView.tsx'
export { TabPanel, Tabs, type Tab, type TabPanelProps, type TabsProps } from './components/Tabs.tsx'
export type { OnScheduleChange } from './components/useSchedule.ts'
export { CtaMemoryProvider, type OnAction } from './components/useCta.ts'
export type { PanelCloseReason } from './components/useDismiss.ts'
export { useSeen } from './components/useSeen.ts'
export type { InboxNotification } from './contract/inboxNotification.ts'
export type { MarkVerb } from './contract/marks.ts'
export type { ScheduleChange } from './state/schedule/changeSchedule.ts'
export { parseClockTime, writeClockTime } from './state/schedule/clockTime.ts'
export { nextDelivery, type Delivery } from './state/schedule/nextDelivery.ts'
export { parseRichText, type RichNode } from './state/parseRichText.ts'
export { safeUrl } from './state/safeUrl.ts'

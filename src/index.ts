export * from './hooks/index.ts'
export { Announcer, useAnnounce, type Announce } from './components/Announcer.tsx'
export { ArrivalsPill, type ArrivalsPillProps } from './components/ArrivalsPill.tsx'
export { ArrivalSound, type ArrivalSoundProps } from './components/ArrivalSound.tsx'
export { Avatar, type AvatarProps, type AvatarState } from './components/Avatar.tsx'
export { Badge, type BadgeProps } from './components/Badge.tsx'
export { Bell, type BellProps, type BellState } from './components/Bell.tsx'
export { ChannelList, type ChannelListProps } from './components/ChannelList.tsx'
export {
  ContentProvider,
  useContentFormat,
  type ContentFormat,
  type ContentProviderProps,
  type HtmlSanitizer,
} from './components/ContentProvider.tsx'
export { ContentText } from './components/ContentText.tsx'
export { CtaButtons, type CtaButtonsProps, type CtaButtonsState } from './components/CtaButtons.tsx'
export { CtaResult, type CtaResultProps } from './components/CtaResult.tsx'
export { createCtaMemory, type CtaMemory, type CtaState } from './components/ctaMemory.ts'
export { DesktopNotifications, type DesktopNotificationsProps } from './components/DesktopNotifications.tsx'
export { EmptyState, type EmptyStateProps } from './components/EmptyState.tsx'
export { ErrorState, type ErrorStateProps } from './components/ErrorState.tsx'
export { FailedMarksNotice, type FailedMarksNoticeProps } from './components/FailedMarksNotice.tsx'
export { FaviconBadge, type FaviconBadgeProps } from './components/FaviconBadge.tsx'
export { Feed, type FeedProps, type FeedState } from './components/Feed.tsx'
export { FeedDivider, type FeedDividerProps } from './components/FeedDivider.tsx'
export { FeedSkeleton, type FeedSkeletonProps } from './components/FeedSkeleton.tsx'
export { createCountLabel, type CountLabel } from './components/countLabel.ts'
export { GroupHeading, type GroupHeadingProps } from './components/GroupHeading.tsx'
export type { GroupBy, NotificationGroup } from './components/groupNotifications.ts'
export { Inbox, type InboxProps } from './components/Inbox.tsx'
export { InboxFeed, type InboxFeedProps, type InboxHandlers } from './components/InboxFeed.tsx'
export { InboxPage, type InboxPageProps } from './components/InboxPage.tsx'
export { InboxPanel, type InboxPanelProps } from './components/InboxPanel.tsx'
export { InboxPopover, type InboxPopoverProps } from './components/InboxPopover.tsx'
export { InboxPreferences, type InboxPreferencesProps } from './components/InboxPreferences.tsx'
export type { InboxLook } from './components/InboxRoot.tsx'
export type { OnKindError } from './components/KindBody.tsx'
export {
  defineKinds,
  type AnyKind,
  type AnyKinds,
  type CheckedKind,
  type KindProps,
  type KindRenderer,
  type Kinds,
  type NotificationOf,
  type PayloadSchema,
} from './components/kinds.ts'
export { englishLabels, type InboxLabels, type InboxLanguage } from './components/labels.ts'
export { LanguageProvider, useLabels, useLocale, type LanguageProviderProps } from './components/LanguageProvider.tsx'
export { MarkButton, type MarkButtonProps, type MarkButtonState } from './components/MarkButton.tsx'
export { MarkReadOnVisit, type MarkReadOnVisitProps } from './components/MarkReadOnVisit.tsx'
export { Notice, type NoticeProps, type NoticeState } from './components/Notice.tsx'
export { NotificationBody, type NotificationHandlers } from './components/NotificationBody.tsx'
export {
  NotificationItem,
  type NotificationItemProps,
  type NotificationItemState,
} from './components/NotificationItem.tsx'
export { NotificationLink, type NotificationLinkProps } from './components/NotificationLink.tsx'
export { NotificationMain, type NotificationMainProps } from './components/NotificationMain.tsx'
export { NotificationSide, type NotificationSideProps } from './components/NotificationSide.tsx'
export { NotificationText, type NotificationTextProps } from './components/NotificationText.tsx'
export { NotificationTitle, type NotificationTitleProps } from './components/NotificationTitle.tsx'
export { Panel, type PanelProps, type PanelState } from './components/Panel.tsx'
export { PanelHeader, type PanelHeaderProps } from './components/PanelHeader.tsx'
export { createEditMemory, type Edit, type EditMemory, type EditRequest } from './components/editMemory.ts'
export {
  createPreferenceEdits,
  PreferenceEditsProvider,
  type PreferenceEdits,
  type ScheduleFieldValue,
} from './components/preferenceEdits.ts'
export type { GroupOf, WorkflowInfo } from './components/preferenceGroups.ts'
export {
  PreferencesView,
  type PreferenceChange,
  type PreferencesViewProps,
  type PreferencesViewState,
} from './components/PreferencesView.tsx'
export type { NoState, Render, Replaceable, RenderProps } from './components/renderPart.tsx'
export { RelativeTime, type RelativeTimeProps } from './components/RelativeTime.tsx'
export { ScheduleView, type ScheduleViewProps, type ScheduleViewState } from './components/ScheduleView.tsx'
export { ShortcutsHelp, type ShortcutsHelpProps } from './components/ShortcutsHelp.tsx'
export { TabPanel, Tabs, type Tab, type TabPanelProps, type TabsProps } from './components/Tabs.tsx'
export { TitleCount, type TitleCountProps } from './components/TitleCount.tsx'
export type { OnScheduleChange } from './components/useSchedule.ts'
export { CtaMemoryProvider, type OnAction } from './components/useCta.ts'
export type { PanelCloseReason } from './components/useDismiss.ts'
export { UndoNotice, type UndoNoticeProps } from './components/UndoNotice.tsx'
export { useNotification } from './components/useItem.ts'
export { useSeen } from './components/useSeen.ts'
export type { InboxNotification } from './contract/inboxNotification.ts'
export type { MarkVerb } from './contract/marks.ts'
export type { ScheduleChange } from './state/schedule/changeSchedule.ts'
export { parseClockTime, writeClockTime } from './state/schedule/clockTime.ts'
export { nextDelivery, type Delivery } from './state/schedule/nextDelivery.ts'
export { parseRichText, type RichNode } from './state/parseRichText.ts'
export { safeUrl } from './state/safeUrl.ts'

export * from './hooks/index.ts'
export { Announcer, useAnnounce, type Announce } from './components/feedback/Announcer.tsx'
export { ArrivalsPill, type ArrivalsPillProps } from './components/feed/ArrivalsPill.tsx'
export { ArrivalSound, type ArrivalSoundProps } from './components/extras/ArrivalSound.tsx'
export { Avatar, type AvatarProps, type AvatarState } from './components/item/Avatar.tsx'
export { Badge, type BadgeProps } from './components/panel/Badge.tsx'
export { Bell, type BellProps, type BellState } from './components/panel/Bell.tsx'
export { ChannelList, type ChannelListProps } from './components/preferences/ChannelList.tsx'
export {
  ContentProvider,
  useContentFormat,
  type ContentFormat,
  type ContentParser,
  type ContentProviderProps,
  type HtmlSanitizer,
} from './components/content/ContentProvider.tsx'
export { ContentText } from './components/content/ContentText.tsx'
export {
  CtaButtons,
  type CtaButtonsProps,
  type CtaButtonsState,
  CtaResult,
  type CtaResultProps,
} from './components/item/CtaButtons.tsx'
export {
  createCtaMemory,
  type CtaMemory,
  type CtaState,
  CtaMemoryProvider,
  type OnAction,
} from './components/item/useCta.ts'
export { DesktopNotifications, type DesktopNotificationsProps } from './components/extras/DesktopNotifications.tsx'
export { EmptyState, type EmptyStateProps } from './components/feedback/EmptyState.tsx'
export { ErrorState, type ErrorStateProps } from './components/feedback/ErrorState.tsx'
export { FailedMarksNotice, type FailedMarksNoticeProps } from './components/inbox/FailedMarksNotice.tsx'
export { FaviconBadge, type FaviconBadgeProps } from './components/extras/FaviconBadge.tsx'
export { Feed, type FeedProps, type FeedState } from './components/feed/Feed.tsx'
export { FeedDivider, type FeedDividerProps, GroupHeading, type GroupHeadingProps } from './components/feed/FeedRow.tsx'
export { FeedSkeleton, type FeedSkeletonProps } from './components/feedback/FeedSkeleton.tsx'
export { createCountLabel, type CountLabel, type PluralCategory } from './components/language/countLabel.ts'
export type { GroupBy, NotificationGroup } from './components/feed/groupNotifications.ts'
export { Inbox, type InboxProps } from './components/inbox/Inbox.tsx'
export { InboxFeed, type InboxFeedProps, type InboxHandlers } from './components/inbox/InboxFeed.tsx'
export { InboxPage, type InboxPageProps } from './components/inbox/InboxPage.tsx'
export { InboxPanel } from './components/inbox/InboxPanel.tsx'
export type { InboxPanelProps, InboxTab } from './components/inbox/inboxPanelProps.ts'
export { type BellCount, InboxPopover, type InboxPopoverProps } from './components/inbox/InboxPopover.tsx'
export { InboxPreferences, type InboxPreferencesProps } from './components/inbox/InboxPreferences.tsx'
export type { InboxLook } from './components/inbox/InboxRoot.tsx'
export type { OnKindError } from './components/item/KindBody.tsx'
export {
  defineKinds,
  type AnyKind,
  type AnyKinds,
  type CheckedKind,
  type KindDefinitions,
  type KindProps,
  type KindRenderer,
  type Kinds,
  type NotificationOf,
  type PayloadSchema,
} from './components/item/kinds.tsx'
export { englishLabels, type InboxLabels, type InboxLanguage } from './components/language/labels.ts'
export { LanguageProvider, useLocale, type LanguageProviderProps } from './components/language/LanguageProvider.tsx'
export { useLabels } from './components/language/useLabels.ts'
export {
  ArchiveButton,
  MarkButton,
  type MarkButtonProps,
  MoreButton,
  SnoozeButton,
} from './components/item/rowActions.tsx'
export type { SnoozeOptions, SnoozePreset, SnoozePresets } from './components/item/rowMenuContext.ts'
export { MarkReadOnVisit, type MarkReadOnVisitProps } from './components/extras/MarkReadOnVisit.tsx'
export { Notice, type NoticeProps, type NoticeState } from './components/feedback/Notice.tsx'
export {
  NotificationBody,
  NotificationMain,
  type NotificationMainProps,
  NotificationSide,
  type NotificationSideProps,
  NotificationText,
  type NotificationTextProps,
  NotificationTitle,
  type NotificationTitleProps,
} from './components/item/NotificationBody.tsx'
export { type NotificationHandlers } from './components/item/handlers.ts'
export {
  NotificationItem,
  type NotificationItemProps,
  type NotificationItemState,
} from './components/item/NotificationItem.tsx'
export { NotificationLink, type NotificationLinkProps } from './components/item/NotificationLink.tsx'
export { Panel, type PanelProps, type PanelState } from './components/panel/Panel.tsx'
export { PanelHeader, type PanelHeaderProps } from './components/panel/PanelHeader.tsx'
export type { Edit, EditLog } from './components/edits/editLog.ts'
export {
  createPreferenceEdits,
  PreferenceEditsProvider,
  type PreferenceEdits,
} from './components/edits/preferenceEdits.ts'
export type { GroupOf, WorkflowInfo } from './components/preferences/preferenceGroups.ts'
export {
  PreferencesView,
  type PreferenceChange,
  type PreferencesViewProps,
  type PreferencesViewState,
} from './components/preferences/PreferencesView.tsx'
export type { NoState, Render, Replaceable, RenderProps } from './components/base/renderPart.tsx'
export { RelativeTime, type RelativeTimeProps } from './components/item/RelativeTime.tsx'
export type { TimeFormat } from './components/language/relativeTime.ts'
export { ScheduleView, type ScheduleViewProps, type ScheduleViewState } from './components/schedule/ScheduleView.tsx'
export { ShortcutsHelp, type ShortcutsHelpProps } from './components/panel/ShortcutsHelp.tsx'
export { TabPanel, Tabs, type Tab, type TabPanelProps, type TabsProps } from './components/panel/Tabs.tsx'
export { TitleCount, type TitleCountProps } from './components/extras/TitleCount.tsx'
export { Toasts, type ToastsProps } from './components/extras/Toasts.tsx'
export type { OnScheduleChange } from './components/schedule/useSchedule.ts'
export type { Placement } from './components/base/placePanel.ts'
export type { PanelCloseReason } from './components/panel/useDismiss.ts'
export { UndoNotice, type UndoNoticeProps } from './components/inbox/UndoNotice.tsx'
export { type RenderItem, useNotification } from './components/item/useItem.ts'
export { useSeen } from './components/item/useSeen.ts'
export type { InboxNotification } from './contract/inboxNotification.ts'
export type { MarkVerb } from './contract/marks.ts'
export type { ScheduleChange } from './schedule/changeSchedule.ts'
export { parseClockTime, writeClockTime } from './schedule/clockTime.ts'
export { nextDelivery, type Delivery } from './schedule/nextDelivery.ts'
export type { RichNode } from './content/parseRichText.ts'

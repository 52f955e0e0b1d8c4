import { createCountLabel } from '../components/countLabel.ts'
import type { InboxLabels, InboxLanguage } from '../components/labels.ts'
import type { Channel } from '../contract/channel.ts'

const count = createCountLabel<'other'>('ja')

const channels: Record<Channel, string> = {
  in_app: 'アプリ内',
  email: 'メール',
  sms: 'SMS',
  chat: 'チャット',
  push: 'プッシュ',
}

const labels = {
  bell: '通知',
  bellNew: count({ other: '通知、新着#件' }),
  notifications: '通知',
  filters: '絞り込み',
  all: 'すべて',
  unread: '未読',
  markAsRead: '既読にする',
  markAsUnread: '未読にする',
  markAllAsRead: 'すべて既読にする',
  back: '戻る',
  close: '閉じる',
  tryAgain: '再試行',
  showMore: 'もっと見る',
  loadingMore: '読み込み中…',
  caughtUp: '新しい通知はありません',
  feedFailed: '通知を読み込めませんでした。',
  moreFailed: '続きの通知を読み込めませんでした。',
  markFailed: count({ other: '#件の変更を保存できませんでした。' }),
  markedAll: count({ other: '#件を既読にしました' }),
  undo: '元に戻す',
  undone: '元に戻しました',
  dismiss: '非表示にする',
  arrivals: count({ other: '新着通知#件' }),
  actionPending: '処理中…',
  actionFailed: '処理できませんでした。もう一度お試しください。',
  actionDone: '完了',
  preferences: '通知設定',
  preferencesFailed: '通知設定を読み込めませんでした。',
  preferenceFailed: '保存できませんでした。',
  allWorkflows: 'すべての通知',
  switchedOff: 'オフ',
  noChannels: '選択できるチャネルはありません',
  alwaysOn: '常にオン',
  on: 'オン',
  off: 'オフ',
  channel: (channel) => channels[channel],
  schedule: '配信時間',
  day: '曜日',
  hours: '時間',
  noDelivery: '配信なし',
  allDay: '終日',
  range: (start, end, nextDay) => (nextDay ? `${start}～翌${end}` : `${start}～${end}`),
  timeZone: (zone) => `タイムゾーン：${zone}`,
  deliveredAlways: 'いつでも配信',
  deliveredNever: '配信なし：時間が選択されていません',
  deliveredUntil: (when) => `${when}まで配信中`,
  quietUntil: (when) => `${when}まで配信停止中`,
  hoursUnreadable: '読み取れない時間があるため、そのまま表示しています。',
} satisfies InboxLabels

/** Japanese. */
export const japanese: InboxLanguage = { locale: 'ja', labels }

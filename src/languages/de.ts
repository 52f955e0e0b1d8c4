import { createCountLabel } from '../components/countLabel.ts'
import type { InboxLabels, InboxLanguage } from '../components/labels.ts'
import type { Channel } from '../contract/channel.ts'

const count = createCountLabel<'one' | 'other'>('de')

const channels: Record<Channel, string> = {
  in_app: 'In der App',
  email: 'E-Mail',
  sms: 'SMS',
  chat: 'Chat',
  push: 'Push',
}

const labels = {
  bell: 'Benachrichtigungen',
  bellNew: count({ one: 'Benachrichtigungen, # neue', other: 'Benachrichtigungen, # neue' }),
  notifications: 'Benachrichtigungen',
  filters: 'Filter',
  all: 'Alle',
  unread: 'Ungelesen',
  markAsRead: 'Als gelesen markieren',
  markAsUnread: 'Als ungelesen markieren',
  markAllAsRead: 'Alle als gelesen markieren',
  back: 'Zurück',
  close: 'Schließen',
  tryAgain: 'Erneut versuchen',
  showMore: 'Mehr anzeigen',
  loadingMore: 'Weitere werden geladen …',
  caughtUp: 'Alles auf dem neuesten Stand',
  feedFailed: 'Die Benachrichtigungen konnten nicht geladen werden.',
  moreFailed: 'Weitere Benachrichtigungen konnten nicht geladen werden.',
  markFailed: count({
    one: 'Eine Änderung konnte nicht gespeichert werden.',
    other: '# Änderungen konnten nicht gespeichert werden.',
  }),
  markedAll: count({ one: '# als gelesen markiert', other: '# als gelesen markiert' }),
  undo: 'Rückgängig machen',
  undone: 'Rückgängig gemacht',
  dismiss: 'Ausblenden',
  arrivals: count({ one: '# neue Benachrichtigung', other: '# neue Benachrichtigungen' }),
  actionPending: 'Wird ausgeführt …',
  actionFailed: 'Das hat nicht geklappt. Bitte erneut versuchen.',
  actionDone: 'Erledigt',
  preferences: 'Einstellungen',
  preferencesFailed: 'Die Einstellungen konnten nicht geladen werden.',
  preferenceFailed: 'Das konnte nicht gespeichert werden.',
  allWorkflows: 'Alle Benachrichtigungen',
  switchedOff: 'Ausgeschaltet',
  noChannels: 'Keine Kanäle zur Auswahl',
  alwaysOn: 'Immer an',
  on: 'an',
  off: 'aus',
  channel: (channel) => channels[channel],
  schedule: 'Zustellzeiten',
  day: 'Tag',
  hours: 'Uhrzeit',
  noDelivery: 'Keine Zustellung',
  allDay: 'Ganztägig',
  range: (start, end, nextDay) => (nextDay ? `${start} – ${end} (Folgetag)` : `${start} – ${end}`),
  timeZone: (zone) => `Zeitzone: ${zone}`,
  deliveredAlways: 'Zustellung jederzeit',
  deliveredNever: 'Keine Zustellung: Es sind keine Zeiten ausgewählt',
  deliveredUntil: (when) => `Zustellung läuft bis ${when}`,
  quietUntil: (when) => `Ruhe bis ${when}`,
  hoursUnreadable: 'Einige Zeiten konnten nicht gelesen werden und stehen hier, wie sie sind.',
} satisfies InboxLabels

/** German. */
export const german: InboxLanguage = { locale: 'de', labels }

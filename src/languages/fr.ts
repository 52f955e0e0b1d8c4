import { createCountLabel } from '../components/countLabel.ts'
import type { InboxLabels, InboxLanguage } from '../components/labels.ts'
import type { Channel } from '../contract/channel.ts'

const count = createCountLabel<'one' | 'many' | 'other'>('fr')

const channels: Record<Channel, string> = {
  in_app: 'Dans l’application',
  email: 'E-mail',
  sms: 'SMS',
  chat: 'Messagerie',
  push: 'Push',
}

const labels = {
  bell: 'Notifications',
  bellNew: count({
    one: 'Notifications, # nouvelle',
    many: 'Notifications, # de nouvelles',
    other: 'Notifications, # nouvelles',
  }),
  notifications: 'Notifications',
  filters: 'Filtre',
  all: 'Toutes',
  unread: 'Non lues',
  markAsRead: 'Marquer comme lue',
  markAsUnread: 'Marquer comme non lue',
  markAllAsRead: 'Tout marquer comme lu',
  back: 'Retour',
  close: 'Fermer',
  tryAgain: 'Réessayer',
  showMore: 'Afficher plus',
  loadingMore: 'Chargement…',
  caughtUp: 'Vous êtes à jour',
  feedFailed: 'Impossible de charger vos notifications.',
  moreFailed: 'Impossible de charger la suite des notifications.',
  markFailed: count({
    one: '# modification n’a pas pu être enregistrée.',
    many: '# de modifications n’ont pas pu être enregistrées.',
    other: '# modifications n’ont pas pu être enregistrées.',
  }),
  markedAll: count({
    one: '# notification marquée comme lue',
    many: '# de notifications marquées comme lues',
    other: '# notifications marquées comme lues',
  }),
  undo: 'Annuler',
  undone: 'Annulé',
  dismiss: 'Masquer',
  arrivals: count({
    one: '# nouvelle notification',
    many: '# de nouvelles notifications',
    other: '# nouvelles notifications',
  }),
  actionPending: 'En cours…',
  actionFailed: 'Cela n’a pas fonctionné. Veuillez réessayer.',
  actionDone: 'Terminé',
  preferences: 'Préférences',
  preferencesFailed: 'Impossible de charger vos préférences.',
  preferenceFailed: 'L’enregistrement a échoué.',
  allWorkflows: 'Toutes les notifications',
  switchedOff: 'Désactivé',
  noChannels: 'Aucun canal au choix',
  alwaysOn: 'Toujours activé',
  on: 'activé',
  off: 'désactivé',
  channel: (channel) => channels[channel],
  schedule: 'Horaires de réception',
  day: 'Jour',
  hours: 'Heures',
  noDelivery: 'Aucune réception',
  allDay: 'Toute la journée',
  range: (start, end, nextDay) => (nextDay ? `${start} – ${end} (le lendemain)` : `${start} – ${end}`),
  timeZone: (zone) => `Fuseau horaire\u00A0: ${zone}`,
  deliveredAlways: 'Réception à toute heure',
  deliveredNever: 'Aucune réception\u00A0: aucun horaire n’est choisi',
  deliveredUntil: (when) => `Réception active jusqu’à ${when}`,
  quietUntil: (when) => `En silence jusqu’à ${when}`,
  hoursUnreadable: 'Certains horaires n’ont pas pu être lus et sont affichés tels quels.',
} satisfies InboxLabels

/** French. */
export const french: InboxLanguage = { locale: 'fr', labels }

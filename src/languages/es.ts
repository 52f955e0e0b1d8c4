import { createCountLabel } from '../components/countLabel.ts'
import type { InboxLabels, InboxLanguage } from '../components/labels.ts'
import type { Channel } from '../contract/channel.ts'

const count = createCountLabel<'one' | 'many' | 'other'>('es')

const channels: Record<Channel, string> = {
  in_app: 'En la aplicación',
  email: 'Correo electrónico',
  sms: 'SMS',
  chat: 'Chat',
  push: 'Push',
}

const labels = {
  bell: 'Notificaciones',
  bellNew: count({
    one: 'Notificaciones, # nueva',
    many: 'Notificaciones, # de nuevas',
    other: 'Notificaciones, # nuevas',
  }),
  notifications: 'Notificaciones',
  filters: 'Filtro',
  all: 'Todas',
  unread: 'Sin leer',
  markAsRead: 'Marcar como leída',
  markAsUnread: 'Marcar como no leída',
  markAllAsRead: 'Marcar todo como leído',
  back: 'Atrás',
  close: 'Cerrar',
  tryAgain: 'Reintentar',
  showMore: 'Mostrar más',
  loadingMore: 'Cargando más…',
  caughtUp: 'Estás al día',
  feedFailed: 'No se han podido cargar tus notificaciones.',
  moreFailed: 'No se han podido cargar más notificaciones.',
  markFailed: count({
    one: 'No se ha podido guardar # cambio.',
    many: 'No se ha podido guardar # de cambios.',
    other: 'No se han podido guardar # cambios.',
  }),
  markedAll: count({
    one: '# marcada como leída',
    many: '# marcadas como leídas',
    other: '# marcadas como leídas',
  }),
  undo: 'Deshacer',
  undone: 'Deshecho',
  dismiss: 'Descartar',
  arrivals: count({
    one: '# notificación nueva',
    many: '# de notificaciones nuevas',
    other: '# notificaciones nuevas',
  }),
  actionPending: 'En curso…',
  actionFailed: 'No ha funcionado. Inténtalo de nuevo.',
  actionDone: 'Hecho',
  preferences: 'Preferencias',
  preferencesFailed: 'No se han podido cargar tus preferencias.',
  preferenceFailed: 'No se ha podido guardar.',
  allWorkflows: 'Todas las notificaciones',
  switchedOff: 'Desactivado',
  noChannels: 'No hay canales para elegir',
  alwaysOn: 'Siempre activado',
  on: 'activado',
  off: 'desactivado',
  channel: (channel) => channels[channel],
  schedule: 'Horario de entrega',
  day: 'Día',
  hours: 'Horas',
  noDelivery: 'Sin entrega',
  allDay: 'Todo el día',
  range: (start, end) => `${start} – ${end}`,
  timeZone: (zone) => `Zona horaria: ${zone}`,
  deliveredAlways: 'Entrega a cualquier hora',
  deliveredNever: 'Sin entrega: no hay horas elegidas',
  // "las 17:30", but "el martes": the colon does without the article.
  deliveredUntil: (when) => `Entrega activa hasta: ${when}`,
  quietUntil: (when) => `En silencio hasta: ${when}`,
  hoursUnreadable: 'Algunas horas no se han podido leer y se muestran tal cual.',
  nextDay: '(día siguiente)',
  scheduleSwitch: 'Entregar solo en este horario',
  rangeStart: (day) => `${day}, desde`,
  rangeEnd: (day) => `${day}, hasta`,
  addRange: (day) => `Añadir horas: ${day}`,
  removeRange: (day, range) => `Quitar: ${day}, ${range}`,
  copyHours: (day) => `Copiar las horas (${day}) a los demás días`,
  hoursCopied: (day) => `Todos los días tienen ahora las mismas horas (${day})`,
  rangeEmpty: 'El inicio y el fin coinciden. Aún no se ha guardado: elige otra hora.',
  rangeOverlaps: 'Estas horas se solapan.',
  searchPreferences: 'Buscar notificaciones',
  preferencesFound: count({ one: '# resultado', many: '# de resultados', other: '# resultados' }),
} satisfies InboxLabels

/** Spanish. */
export const spanish: InboxLanguage = { locale: 'es', labels }

import { createCountLabel } from '../components/countLabel.ts'
import type { InboxLabels, InboxLanguage } from '../components/labels.ts'
import type { Channel } from '../contract/channel.ts'

const count = createCountLabel<'zero' | 'one' | 'two' | 'few' | 'many' | 'other'>('ar')

const channels: Record<Channel, string> = {
  in_app: 'داخل التطبيق',
  email: 'البريد الإلكتروني',
  sms: 'الرسائل النصية',
  chat: 'الدردشة',
  push: 'الإشعارات الفورية',
}

const labels = {
  bell: 'الإشعارات',
  // Its number is on the badge, so that it has to be in the name: "two" in words would not do.
  bellNew: (_count, shown) => `الإشعارات، الجديدة: ${shown}`,
  notifications: 'الإشعارات',
  filters: 'تصفية',
  all: 'الكل',
  unread: 'غير مقروء',
  markAsRead: 'تحديد كمقروء',
  markAsUnread: 'تحديد كغير مقروء',
  markAllAsRead: 'تحديد الكل كمقروء',
  back: 'رجوع',
  close: 'إغلاق',
  tryAgain: 'إعادة المحاولة',
  showMore: 'عرض المزيد',
  loadingMore: 'جارٍ تحميل المزيد…',
  caughtUp: 'اطّلعت على كل الإشعارات',
  feedFailed: 'تعذّر تحميل إشعاراتك.',
  moreFailed: 'تعذّر تحميل المزيد من الإشعارات.',
  markFailed: count({
    zero: 'لم يتعذّر حفظ أي تغيير.',
    one: 'تعذّر حفظ تغيير واحد.',
    two: 'تعذّر حفظ تغييرين.',
    few: 'تعذّر حفظ # تغييرات.',
    many: 'تعذّر حفظ # تغييرًا.',
    other: 'تعذّر حفظ # تغيير.',
  }),
  markedAll: count({
    zero: 'لم يُحدَّد أي إشعار كمقروء',
    one: 'تم تحديد إشعار واحد كمقروء',
    two: 'تم تحديد إشعارين كمقروءين',
    few: 'تم تحديد # إشعارات كمقروءة',
    many: 'تم تحديد # إشعارًا كمقروء',
    other: 'تم تحديد # إشعار كمقروء',
  }),
  undo: 'تراجع',
  undone: 'تم التراجع',
  dismiss: 'إخفاء',
  arrivals: count({
    zero: 'لا إشعارات جديدة',
    one: 'إشعار جديد واحد',
    two: 'إشعاران جديدان',
    few: '# إشعارات جديدة',
    many: '# إشعارًا جديدًا',
    other: '# إشعار جديد',
  }),
  actionPending: 'جارٍ التنفيذ…',
  actionFailed: 'لم ينجح ذلك. يُرجى المحاولة مرة أخرى.',
  actionDone: 'تم',
  preferences: 'التفضيلات',
  preferencesFailed: 'تعذّر تحميل تفضيلاتك.',
  preferenceFailed: 'تعذّر حفظ هذا التغيير.',
  allWorkflows: 'كل الإشعارات',
  switchedOff: 'معطّل',
  noChannels: 'لا توجد قنوات للاختيار',
  alwaysOn: 'مفعّل دائمًا',
  on: 'مفعّل',
  off: 'معطّل',
  channel: (channel) => channels[channel],
  schedule: 'أوقات التسليم',
  day: 'اليوم',
  hours: 'الساعات',
  noDelivery: 'لا تسليم',
  allDay: 'طوال اليوم',
  range: (start, end, nextDay) => (nextDay ? `${start} – ${end} (اليوم التالي)` : `${start} – ${end}`),
  timeZone: (zone) => `المنطقة الزمنية: ${zone}`,
  deliveredAlways: 'التسليم في أي وقت',
  deliveredNever: 'لا تسليم: لم تُحدَّد أي ساعات',
  deliveredUntil: (when) => `التسليم جارٍ حتى ${when}`,
  quietUntil: (when) => `هدوء حتى ${when}`,
  hoursUnreadable: 'تعذّرت قراءة بعض الساعات، وهي معروضة كما هي.',
} satisfies InboxLabels

/** Arabic. */
export const arabic: InboxLanguage = { locale: 'ar', labels }

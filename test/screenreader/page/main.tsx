import { createRoot } from 'react-dom/client'
import 'tidings/styles.css'
import { Inbox } from 'tidings'
import { arabic } from 'tidings/languages/ar'
import { english } from 'tidings/languages/en'
import { createTestService, inboxProps, makeCta, makeNotification, makePreferences } from 'tidings/testing'

/**
 * A host app whose inbox has a service in memory. `?language=ar` shows it in Arabic, and with `?fails=getFeed` it
 * can't load its list. Journeys use the service as
 * `globalThis.service`, and `globalThis.arrive` for a new notification.
 */
const params = new URLSearchParams(location.search)
const isArabic = params.get('language') === 'ar'
if (isArabic) Object.assign(document.documentElement, { lang: 'ar', dir: 'rtl' })

const texts = isArabic
  ? {
      app: 'تطبيقك',
      page: 'نص الصفحة.',
      invitation: 'دعتك غريس إلى مشروع «خوخ»',
      accept: 'قبول',
      accepted: 'انضممت إلى المشروع',
      decline: 'رفض',
      comment: 'علّق توماس على «الميزانية»',
      remark: 'المسودة الجديدة جيدة.',
      mention: 'ذكرتك أيكو في «خارطة الطريق»',
      invoice: 'فاتورة مارس جاهزة',
      archived: 'فاتورة فبراير جاهزة',
      arrival: 'أرسلت إيناس صورة',
    }
  : {
      app: 'Your app',
      page: 'The text of the page.',
      invitation: 'Grace invited you to Apricot',
      accept: 'Accept',
      accepted: 'You joined Apricot',
      decline: 'Decline',
      comment: 'Tomás commented on Budget',
      remark: 'The new draft reads well.',
      mention: 'Aiko mentioned you in Roadmap',
      invoice: 'The invoice for March is ready',
      archived: 'The invoice for February is ready',
      arrival: 'Ines sent a picture',
    }

/** Half hours, so that "2 hours ago" stays true for half an hour. */
const hoursAgo = (hours: number) => new Date(Date.UTC(2026, 0, 5, 11, 30) - hours * 3_600_000).toISOString()

const service = createTestService({
  notifications: [
    makeNotification(3, {
      subject: texts.invitation,
      content: '',
      createdAt: hoursAgo(1),
      cta: makeCta({
        action: {
          status: 'pending',
          buttons: [
            { type: 'primary', content: texts.accept, resultContent: texts.accepted },
            { type: 'secondary', content: texts.decline },
          ],
        },
      }),
    }),
    makeNotification(2, { subject: texts.comment, content: texts.remark, createdAt: hoursAgo(3) }),
    makeNotification(1, { subject: texts.mention, content: '', createdAt: hoursAgo(5), seen: true }),
    makeNotification(0, { subject: texts.invoice, content: '', createdAt: hoursAgo(24), seen: true, read: true }),
    makeNotification(-1, {
      subject: texts.archived,
      content: '',
      createdAt: hoursAgo(48),
      seen: true,
      read: true,
      archived: true,
    }),
  ],
  // Editors of delivery hours would add words that differ with each browser.
  preferences: makePreferences({ global: { enabled: true, channels: { in_app: true, email: false, push: true } } }),
  live: true,
  counts: true,
})
if (params.get('fails') === 'getFeed') service.fail('getFeed', { status: 503 }, Infinity)
let arrived = 3
const arrive = () => {
  arrived += 1
  service.add(makeNotification(arrived, { subject: texts.arrival, content: '', createdAt: new Date().toISOString() }))
}
Object.assign(globalThis, { service, arrive })

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element with the id "root".')
createRoot(root).render(
  <>
    <div>
      <h1>{texts.app}</h1>
      <Inbox
        {...(isArabic ? arabic : english)}
        {...inboxProps(service)}
        timeZone="Europe/Stockholm"
        onOpen={(_, event) => event.preventDefault()}
        onAction={() => Promise.resolve()}
      />
    </div>
    <main>{texts.page}</main>
  </>,
)

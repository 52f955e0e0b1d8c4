import type { InboxNotification } from '../../src/contract/inboxNotification.ts'
import type { Preferences } from '../../src/contract/preferences.ts'
import { makeNotification } from '../../src/testing/makeNotification.ts'
import { makePreferences } from '../../src/testing/makePreferences.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** The time so many milliseconds ago, in ISO 8601. */
export const ago = (milliseconds: number): string => new Date(Date.now() - milliseconds).toISOString()

/** A picture without a network request. */
const portrait = (hue: number) => `/portrait-${hue}.svg`

const message = (number: number, age: number, fields: Partial<InboxNotification>): InboxNotification =>
  makeNotification(number, { createdAt: ago(age), read: true, seen: true, ...fields })

/** Realistic notifications of one morning. */
export const morning = (): InboxNotification[] => [
  message(9, 20_000, {
    read: false,
    seen: false,
    actor: { type: 'user', data: portrait(210) },
    templateIdentifier: 'mention',
    subject: 'Mara Lind mentioned you',
    content: '“@Pia could you look at the empty states before we ship? The copy feels a bit stiff.”',
    cta: { type: 'redirect', data: { url: '/issues/418#comment-3' } },
  }),
  message(8, 12 * minute, {
    read: false,
    seen: false,
    actor: { type: 'user', data: 'Jonas Okafor' },
    templateIdentifier: 'invitation',
    subject: 'Jonas Okafor invited you to Atlas',
    content: 'You will be able to see and edit everything in this project.',
    cta: {
      action: {
        status: 'pending',
        buttons: [
          { type: 'primary', content: 'Accept', resultContent: 'You joined Atlas' },
          { type: 'secondary', content: 'Decline', resultContent: 'Invitation declined' },
        ],
      },
    },
  }),
  message(7, 47 * minute, {
    read: false,
    actor: { type: 'system_icon', data: 'warning' },
    templateIdentifier: 'security-alert',
    subject: 'New sign-in from Lisbon, Portugal',
    content: 'Firefox on Linux. If this was not you, secure your account.',
    cta: { type: 'redirect', data: { url: 'https://status.example.com/security' } },
  }),
  message(6, 3 * hour, {
    actor: { type: 'user', data: portrait(20) },
    templateIdentifier: 'issue-closed',
    subject: 'Ren Takeda closed “Crash when importing a calendar”',
    content: 'Fixed in 4.12. Thank you for the careful report!',
    cta: { type: 'redirect', data: { url: '/issues/402' } },
  }),
  message(5, 26 * hour, {
    actor: { type: 'user', data: null },
    subject: 'Comment on “Quarterly roadmap”',
    content: 'Three small things:\n– the dates for June\n– who owns billing\n– a link to the budget',
    cta: {
      type: 'redirect',
      data: { url: '/docs/roadmap' },
      action: {
        status: 'done',
        buttons: [{ type: 'primary', content: 'Reply', resultContent: 'You replied' }],
        result: { type: 'primary' },
      },
    },
  }),
  message(4, 3 * day, {
    actor: { type: 'none', data: null },
    templateIdentifier: 'invoice',
    subject: 'Invoice 2041 is ready',
    content: '€ 48.00 for May, due in 14 days.',
    cta: { type: 'redirect', data: { url: '/billing/2041' } },
  }),
  message(3, 40 * day, {
    actor: { type: 'system_icon', data: 'success' },
    templateIdentifier: 'export',
    subject: 'Your export is finished',
    content: '12,480 rows in contacts.csv',
    cta: {},
  }),
]

/** Content that tries to break out of its row. */
export const hostile = (): InboxNotification[] => [
  message(20, minute, {
    read: false,
    seen: false,
    subject: 'A'.repeat(400),
    content: `${'https://example.com/'.repeat(20)}\n\n${'word '.repeat(200)}`,
  }),
  message(19, 2 * minute, {
    read: false,
    subject: '<img src=x onerror=alert(1)><script>alert(2)</script>',
    content: '<b>bold</b> &amp; <a href="javascript:alert(3)">link</a>',
    actor: { type: 'user', data: 'javascript:alert(4)' },
    cta: { type: 'redirect', data: { url: 'java\nscript:alert(5)' } },
  }),
  message(18, 3 * minute, {
    subject: 'مرحبا بكم في المشروع الجديد',
    content: 'تمت إضافتك إلى الفريق \u202Egnp.exe',
    actor: { type: 'user', data: 'ليلى' },
  }),
  message(17, 4 * minute, { subject: null, content: '👩‍👩‍👧‍👦'.repeat(80), actor: { type: 'user', data: '👩‍🚀 Zoë' } }),
  message(16, 5 * minute, {
    subject: 'Seven buttons',
    content: '',
    cta: {
      action: {
        status: 'pending',
        buttons: Array.from({ length: 7 }, (_, index) => ({
          type: index === 0 ? 'primary' : 'secondary',
          content: index === 6 ? 'X'.repeat(120) : `Choice ${index + 1}`,
        })),
      },
    },
  }),
  message(15, -hour, { subject: 'From the future', content: 'Another clock runs ahead.', createdAt: ago(-hour) }),
  message(14, 0, { subject: 'No time at all', content: 'createdAt is null.', createdAt: null }),
]

/** Preferences that a subscriber has edited. */
export const ownChoice = (): Preferences =>
  makePreferences({
    workflows: (
      [
        ['Mentions', { in_app: true, email: true, push: true }],
        ['Comments', { in_app: true, email: false }],
        ['Invitations', { in_app: true, email: true }],
        ['Weekly digest', { email: false }],
      ] as const
    ).map(([name, channels]) => ({
      enabled: true,
      channels,
      overrides: [],
      workflow: { slug: name, identifier: name, name },
    })),
  })

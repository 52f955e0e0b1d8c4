import type { WorkspaceInput } from '../../../src/service/index.ts'

/** Conditions of an integration, as in a workspace file. */
export const conditions = [
  {
    isNegated: false,
    type: 'GROUP' as const,
    value: 'AND' as const,
    children: [{ field: 'plan', value: 'pro', operator: 'EQUAL' as const, on: 'subscriber' as const }],
  },
]

/** A workspace with one of everything. `anna`, `ben` and `pia` exist in it; `pia` has preferences. */
export const workspace = (environmentId: string): WorkspaceInput => ({
  organizationId: `org_${environmentId}`,
  environmentId,
  tenants: ['acme'],
  integrations: [
    { name: 'In-app', identifier: 'in-app-1', providerId: 'novu', channel: 'in_app', primary: true },
    {
      name: 'Mail',
      identifier: 'mail-1',
      providerId: 'sendgrid',
      channel: 'email',
      credentials: { apiKey: 'sg-1' },
      conditions,
    },
    { name: 'Texts', identifier: 'sms-1', providerId: 'twilio', channel: 'sms' },
    { name: 'Slack, old', identifier: 'slack-1', providerId: 'slack', channel: 'chat' },
    { name: 'Slack', identifier: 'slack-2', providerId: 'slack', channel: 'chat' },
    { name: 'Firebase', identifier: 'fcm-1', providerId: 'fcm', channel: 'push' },
    { name: 'Expo', identifier: 'expo-1', providerId: 'expo', channel: 'push', active: false },
  ],
  workflows: [
    {
      identifier: 'comment-added',
      name: 'Comment added',
      description: 'Somebody commented.',
      tags: ['social'],
      steps: [
        {
          channel: 'in_app',
          subject: 'New comment',
          content: '{{payload.who}} said: {{payload.text}}',
          feed: 'activity',
          cta: {
            type: 'redirect',
            data: { url: '/posts/{{payload.postId}}' },
            action: {
              status: 'pending',
              buttons: [{ type: 'primary', content: 'Reply to {{payload.who}}', resultContent: 'Replied' }],
            },
          },
        },
      ],
    },
    {
      identifier: 'invoice',
      name: 'Invoice',
      steps: [
        { channel: 'in_app', content: 'Invoice {{payload.number}}', feed: 'billing' },
        { channel: 'email', subject: 'Invoice', content: 'Dear {{subscriber.firstName}}' },
      ],
    },
    { identifier: 'note', name: 'Note', steps: [{ channel: 'in_app', content: '{{payload.text}}' }] },
    {
      identifier: 'alert',
      name: 'Alert',
      critical: true,
      steps: [{ channel: 'in_app', content: 'Alert: {{payload.text}}', feed: 'security' }],
    },
    {
      identifier: 'every-channel',
      name: 'Every channel',
      steps: (['in_app', 'email', 'sms', 'chat', 'push'] as const).map((channel) => ({
        channel,
        subject: 'For {{subscriber.firstName}}',
        content: `over ${channel}`,
      })),
    },
    {
      identifier: 'everything',
      name: 'All template variables',
      steps: [
        {
          channel: 'in_app',
          content:
            '{{payload.list | join: "+"}}|{{subscriber.subscriberId}}|{{subscriber.data.plan}}|{{actor.firstName}}|{{actor.subscriberId}}|{{tenant}}|{{payload.nothing}}',
        },
      ],
    },
    {
      identifier: 'half-off',
      name: 'One of two steps is active',
      steps: [
        { channel: 'in_app', content: 'on' },
        { channel: 'email', content: 'off', active: false },
      ],
    },
    { identifier: 'inactive', name: 'Inactive', active: false, steps: [{ channel: 'in_app', content: '' }] },
    { identifier: 'no-steps', name: 'No steps' },
    {
      identifier: 'no-active-steps',
      name: 'No active steps',
      steps: [{ channel: 'in_app', content: '', active: false }],
    },
    {
      identifier: 'unreadable',
      name: 'Unreadable template',
      steps: [{ channel: 'in_app', content: '{{ payload.who' }],
    },
    {
      identifier: 'reads-files',
      name: 'Reads files',
      steps: [{ channel: 'in_app', content: '{% render "/etc/passwd" %}' }],
    },
    {
      identifier: 'endless',
      name: 'Endless',
      steps: [
        {
          channel: 'in_app',
          content: '{% for i in (1..payload.n) %}{% for j in (1..payload.n) %}x{% endfor %}{% endfor %}',
        },
      ],
    },
    {
      identifier: 'odd-text',
      name: 'Text that can’t be stored',
      steps: [
        {
          channel: 'in_app',
          content: 'a{{ "%00" | url_decode }}b',
          cta: { data: { url: '{{ "😀" | split: "" | first }}' } },
        },
      ],
    },
  ],
  subscribers: [
    {
      subscriberId: 'anna',
      firstName: 'Anna',
      lastName: 'Abel',
      avatar: 'https://img.test/anna.png',
      email: 'anna@test',
    },
    { subscriberId: 'ben', firstName: 'Ben', phone: '+49 1', data: { plan: 'gold' } },
    {
      subscriberId: 'pia',
      firstName: 'Pia',
      preferences: {
        global: {
          channels: { email: false },
          schedule: {
            isEnabled: true,
            weeklySchedule: { monday: { isEnabled: true, hours: [{ start: '09:00 AM', end: '05:30 PM' }] } },
          },
        },
        workflows: { 'comment-added': { channels: { in_app: false } }, alert: { enabled: false } },
      },
    },
    { subscriberId: 'quiet', preferences: { global: { enabled: false } } },
    { subscriberId: 'picky', preferences: { workflows: { invoice: { enabled: false } } } },
  ],
})
